import { describe, expect, it } from 'vitest';
import { sesMailer } from '../../../lambda/gate/ses-mailer.ts';
import { memoryParts } from '../../../lib/local/crash/parts.ts';
import { call, toolUse } from '../../../lib/local/messages-api-script.ts';
import { ses } from '../../gate/ses.ts';
import { openBazaar } from '../adversary/subject.ts';
import { scripted, stage } from './stage.ts';

/** A run parked at a gate that asks for this payment, with its letter. */
async function asking(to: string) {
  const { script } = scripted(toolUse(call('pay', { to, cents: 500 })));
  const opened = openBazaar({ script });
  const s = await stage(opened.subject);
  await s.start();
  const link = await s.parked();
  return { ...s, link, letter: s.world.mails[0] };
}

/** The same, through SES, read back by an independent parser of MIME. */
async function received(to: string) {
  const server = await ses();
  const mailer = sesMailer({
    client: server.client,
    from: { name: 'Holdpoint', address: 'holdpoint@holdpoint.example' },
  });
  const { script } = scripted(toolUse(call('pay', { to, cents: 500 })));
  const ids: string[] = [];
  const s = await stage(openBazaar({ script }).subject, {
    parts: async (...given) => ({
      ...(await memoryParts(...given)),
      mailer: {
        async send(mail) {
          const sent = await mailer.send(mail);
          ids.push(sent.messageId);
          return sent;
        },
      },
    }),
  });
  await s.start();
  await s.parked();
  const message = await server.received(ids[0] ?? '');
  await server.close();
  return { ...message, s };
}

describe('text that is not harmless', () => {
  it('F4 is text: no link of its own in the letter, nothing but words on the page', async () => {
    const evil = '</td><a href="https://evil.example"';
    const { link, letter, get } = await asking(evil);
    const anchors = [...(letter?.html ?? '').matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, href]) => href);
    expect(anchors).toEqual([link]);
    expect(letter?.html).not.toContain('<a href="https://evil.example"');
    const page = await (await get(link)).text();
    expect(page).not.toContain('href="https://evil.example"');
    expect(page).not.toContain('</td><a');
    expect(page).toContain('&lt;/td');
  });

  it.each(['Hi\r\nBcc: x@evil.example', 'Hi\u2028Bcc: x@evil.example', 'Hi\u0000Bcc: x@evil.example'])(
    'F5 makes no header: %j',
    async (text) => {
      const { raw, mail } = await received(text);
      const headers = raw.slice(0, raw.search(/\r?\n\r?\n/));
      expect(headers).not.toMatch(/^bcc:/im);
      expect(mail.bcc).toBeUndefined();
      expect([mail.to].flat().map((to) => to?.text)).toEqual(['ada@holdpoint.example']);
      expect(mail.subject).toMatch(/^[^\p{Cc}\u2028]+$/u);
    },
  );

  it('F6 is a subject in Chinese, character for character', async () => {
    const chinese = '早晨天氣簡報請覆核一次並確認各區雨量與溫度';
    const { mail, s } = await received(`${chinese}🔥`);
    expect(mail.subject).toContain(`${chinese}🔥`);
    expect(mail.subject).toBe(s.world.mails[0]?.subject);

    const server = await ses();
    const mailer = sesMailer({
      client: server.client,
      from: { name: '覆核', address: 'holdpoint@holdpoint.example' },
    });
    const long = `${'簡'.repeat(120)}🔥`;
    const { messageId } = await mailer.send({ to: 'ada@ops.example', subject: long, text: '一', html: '一' });
    expect((await server.received(messageId)).mail.subject).toBe(long);
    await server.close();
  });
});

import { SESv2Client } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headerLine, mailbox, oneAddress } from '../../lambda/gate/mail.ts';
import { sesMailer } from '../../lambda/gate/ses-mailer.ts';
import { listen } from '../../lib/local/listen.ts';
import { ses } from './ses.ts';

let mails: Awaited<ReturnType<typeof ses>>;
beforeAll(async () => {
  mails = await ses();
});
afterAll(() => mails.close());

const from = { name: 'Holdpoint 晨報', address: 'gate@ops.example' };
const mail = { to: 'chan@ops.example', subject: 'Hello', text: 'text part', html: '<p>html part</p>' };
const send = async (over: Partial<typeof mail>, sender = from) => {
  const { messageId } = await sesMailer({ client: mails.client, from: sender }).send({ ...mail, ...over });
  return mails.received(messageId);
};

describe('a mail sent through SES', () => {
  it('arrives with its sender’s name, one recipient and both parts', async () => {
    const { mail: received } = await send({});
    expect(received.from?.value).toEqual([{ name: 'Holdpoint 晨報', address: 'gate@ops.example' }]);
    expect(received.to).toMatchObject({ value: [{ address: 'chan@ops.example' }] });
    expect(received.text?.trim()).toBe('text part');
    expect(received.html).toBe('<p>html part</p>');
  });

  it('keeps a subject of 120 Chinese characters and an emoji', async () => {
    const subject = `${'請於正午前決定為今日建立一項覆核工作'.repeat(7).slice(0, 120)}🔥`;
    expect([...subject]).toHaveLength(121);
    const { raw, mail: received } = await send({ subject });
    expect(received.subject).toBe(subject);
    const words = raw.match(/=\?utf-8\?[BQ]\?[^?]*\?=/gi) ?? [];
    expect(words.length).toBeGreaterThan(3);
  });

  it.each([
    ['CR LF', 'Hi\r\nBcc: x@evil.example'],
    ['LF', 'Hi\nBcc: x@evil.example'],
    ['a line separator', 'Hi\u2028Bcc: x@evil.example'],
    ['a paragraph separator', 'Hi\u2029Bcc: x@evil.example'],
    ['NUL', 'Hi\u0000Bcc: x@evil.example'],
    ['a next line control', 'Hi\u0085Bcc: x@evil.example'],
  ])('has a subject of one line, also with %s in it', async (_, subject) => {
    const { raw, mail: received } = await send({ subject });
    expect(received.subject).toBe('Hi Bcc: x@evil.example');
    expect(received.headers.has('bcc')).toBe(false);
    expect(raw).not.toMatch(/^Bcc:/im);
    expect(received.to).toMatchObject({ value: [{ address: 'chan@ops.example' }] });
  });

  it('has a sender’s name that cannot add a header or a sender', async () => {
    const { mail: received } = await send({}, { ...from, name: 'A"\r\nBcc: x@evil.example, "B' });
    expect(received.headers.has('bcc')).toBe(false);
    expect(received.from?.value).toEqual([
      { name: 'A" Bcc: x@evil.example, "B', address: 'gate@ops.example' },
    ]);
  });

  it.each([
    ['two addresses', 'a@ops.example, b@evil.example'],
    ['a name', 'Chan <chan@ops.example>'],
    ['a line break', 'chan@ops.example\r\nBcc: x@evil.example'],
    ['a NUL', 'chan@ops.example\u0000'],
    ['a line separator', 'chan@ops.example\u2028'],
    ['nothing', ''],
    ['no host', 'chan@'],
  ])('goes to one plain address, never to %s', async (_, to) => {
    await expect(send({ to })).rejects.toMatchObject({
      name: 'MailRefused',
      message: 'one plain e-mail address is wanted, something else was given',
    });
  });
});

describe('a mail SES does not take', () => {
  const answering = async (status: number, type: string) => {
    const server = await listen((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': type });
      response.end(JSON.stringify({ message: 'Email address is not verified: chan@ops.example' }));
    });
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const client = new SESv2Client({
      endpoint: server.url,
      region: 'ap-east-1',
      credentials,
      maxAttempts: 1,
    });
    try {
      return await sesMailer({ client, from })
        .send(mail)
        .catch((error: Error) => error);
    } finally {
      client.destroy();
      await server.close();
    }
  };

  it.each([
    [400, 'MessageRejected'],
    [400, 'BadRequestException'],
    [400, 'MailFromDomainNotVerifiedException'],
    [400, 'AccountSuspendedException'],
  ])('is refused for good with %i %s, without repeating the address', async (status, type) => {
    expect(await answering(status, type)).toMatchObject({
      name: 'MailRefused',
      message: `SES refused the mail: ${type}`,
    });
  });

  it.each([
    [429, 'TooManyRequestsException'],
    [400, 'SendingPausedException'],
    [500, 'InternalFailure'],
  ])('may go out later with %i %s', async (status, type) => {
    expect(await answering(status, type)).toMatchObject({ name: 'MailUnavailable' });
  });

  it('may go out later when SES cannot be reached', async () => {
    const server = await listen(() => {});
    await server.close();
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const client = new SESv2Client({
      endpoint: server.url,
      region: 'ap-east-1',
      credentials,
      maxAttempts: 1,
    });
    await expect(sesMailer({ client, from }).send(mail)).rejects.toMatchObject({ name: 'MailUnavailable' });
    client.destroy();
  });
});

describe('header text', () => {
  it('is cut at 180 characters, between characters', () => {
    expect([...headerLine('🔥'.repeat(300))]).toHaveLength(180);
    expect(headerLine('🔥'.repeat(300)).endsWith('🔥…')).toBe(true);
  });

  it('beyond ASCII goes in words of whole characters, 75 bytes at the most', () => {
    const made = mailbox({ name: '香港天文台每日晨報覆核平台'.repeat(6), address: 'gate@ops.example' });
    const words = made.replace(' <gate@ops.example>', '').split(' ');
    expect(words.length).toBeGreaterThan(4);
    for (const word of words) {
      expect(word.length).toBeLessThanOrEqual(75);
      const [, base64 = ''] = /^=\?UTF-8\?B\?(.*)\?=$/.exec(word) ?? [];
      expect(Buffer.from(base64, 'base64').toString()).not.toContain('\ufffd');
    }
  });

  it('takes plain names and addresses as they are', () => {
    expect(mailbox({ name: 'Ops "Gate"', address: 'gate@ops.example' })).toBe(
      '"Ops \\"Gate\\"" <gate@ops.example>',
    );
    expect(mailbox({ name: '', address: 'gate@ops.example' })).toBe('gate@ops.example');
    expect(oneAddress("o'neil+hk@mail.ops.example")).toBe("o'neil+hk@mail.ops.example");
  });
});

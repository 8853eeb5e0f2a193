import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { shifted } from '../define/clock.ts';
import type { DecisionItem } from '../ledger/decision.ts';
import { type GateItem, readGate } from '../ledger/gate.ts';
import { readAnswers, type VoteItem } from '../ledger/vote.ts';
import { type AnswerDeps, answerGate } from './answer.ts';
import type { Draft } from './decision-form.tsx';
import { GatePage } from './gate-page.tsx';
import { foreign, guarded } from './headers.ts';
import { each, langOf } from './language.ts';
import { type Link, type LinkKeys, readLink } from './link.ts';
import { ReceiptPage } from './receipt-page.tsx';
import { frameOf, html, say, sender } from './respond.tsx';
import { intact } from './rule.ts';
import { standingsOf } from './standing.ts';
import { FORM_BYTES, readSubmission } from './submission.ts';
import { timeIn } from './when.ts';
import * as words from './words.ts';

export type GateSite = AnswerDeps & {
  readonly keys: LinkKeys;
  /** Whether people reach the site by https. */
  readonly https: boolean;
  /** Where a task can be seen, by its receipt's id. */
  readonly taskUrl?: (id: string) => string;
  /** Told of what people only see as "not just now"; nothing of the request is in it. */
  readonly report?: (error: unknown) => void;
};

/** Seconds between the looks a receipt takes by itself while an act is not finished: about a minute in all. */
const LOOKS = [2, 3, 5, 8, 13, 21];

/**
 * The page behind the one link, and the form's POST: the only thing that decides. GET, HEAD and OPTIONS change nothing.
 * A link that this system did not make costs no request to the table.
 */
export function gateSite(site: GateSite): Hono {
  const { items, keys, clock, https, report } = site;
  const app = new Hono();
  app.use(guarded(https));
  app.get('/healthz', (c) => c.text('ok'));

  app.get('/g/:ref', async (c) => {
    const link = readLink(c.req.param('ref'), keys);
    if (!link) return say(c, 404, words.notALink, words.notALinkText);
    const { decision, votes } = await readAnswers(items, link.ref);
    if (decision) return receipt(c, link, decision, 200);
    const gate = await readGate(items, link.ref);
    return gate ? page(c, link, gate, votes, 200) : say(c, 410, words.closed, words.closedText);
  });

  app.post(
    '/g/:ref',
    async (c, next) =>
      foreign(c.req.raw, https) ? say(c, 403, words.elsewhere, words.elsewhereText) : next(),
    bodyLimit({ maxSize: FORM_BYTES, onError: (c) => say(c, 413, words.tooLong, words.malformedText) }),
    async (c) => {
      const link = readLink(c.req.param('ref'), keys);
      if (!link) return say(c, 404, words.notALink, words.notALinkText);
      if (!/^application\/x-www-form-urlencoded(;|$)/i.test(c.req.header('content-type') ?? ''))
        return say(c, 415, words.malformed, words.malformedText);
      const said = readSubmission(await c.req.text());
      if (!said) return say(c, 400, words.malformed, words.malformedText);
      const answered = await answerGate(site, link, said, sender(c));
      const chosen = langOf(c.req.query('lang'));
      const lang = 'gate' in answered ? answered.gate.approvers[link.approver]?.lang : undefined;
      switch (answered.is) {
        case 'recorded':
        case 'repeated':
          // See Other: a reload of the receipt sends nothing again
          return c.redirect(`${c.req.path}${chosen ? `?lang=${chosen}` : ''}`, 303);
        case 'stands':
          return receipt(c, link, answered.decision, answered.decision.outcome === 'DECIDED' ? 409 : 410);
        case 'unfinished':
          return page(c, link, answered.gate, answered.votes, 422, { said, problems: answered.problems });
        case 'malformed':
          return say(c, 400, words.malformed, words.malformedText, lang);
        case 'changed':
          return say(c, 409, words.changed, words.changedText, lang, answered.gate);
        case 'altered':
          return say(c, 409, words.altered, words.alteredText, lang, answered.gate);
        case 'expired':
          return say(c, 410, words.expired, nobodyBy(answered.gate), lang, answered.gate);
        case 'closed':
          return say(c, 410, words.closed, words.closedText, lang);
      }
    },
  );

  app.on('OPTIONS', '/g/:ref', (c) => c.body(null, 204, { Allow: METHODS }));
  app.all('/g/:ref', (c) => {
    c.header('Allow', METHODS);
    return say(c, 405, words.notFound, words.methodText);
  });
  app.notFound((c) => say(c, 404, words.notFound, words.closedText));
  app.onError((error, c) => {
    report?.(error);
    c.header('Retry-After', '60');
    return say(c, 503, words.unavailable, words.unavailableText);
  });
  return app;

  function page(
    c: Context,
    link: Link,
    gate: GateItem,
    votes: readonly VoteItem[],
    status: 200 | 422,
    draft?: Draft,
  ) {
    const approver = gate.approvers[link.approver];
    if (!approver) return say(c, 410, words.closed, words.closedText);
    const frame = frameOf(c, approver.lang, gate);
    const now = shifted(clock, gate.clockOffsetMs).now();
    if (now >= new Date(gate.decideBy)) return say(c, 410, words.expired, nobodyBy(gate), frame.lang, gate);
    if (!intact(gate)) return say(c, 409, words.altered, words.alteredText, frame.lang, gate);
    const shown = (
      <GatePage frame={frame} gate={gate} votes={votes} approver={approver} now={now} draft={draft} />
    );
    return html(c, status, shown);
  }

  /** 200: the receipt. 409 and 410: what stands instead of the answer that was just sent. */
  async function receipt(c: Context, link: Link, decision: DecisionItem, status: 200 | 409 | 410) {
    const reader = decision.people[link.approver];
    if (!reader) return say(c, 410, words.closed, words.closedText);
    const now = shifted(clock, decision.clockOffsetMs).now();
    const standings = await standingsOf(items, decision, now);
    const frame = frameOf(c, reader.lang, decision);
    const look = Number(c.req.query('look') ?? 0);
    const wait = status === 200 && !standings.every(({ settled }) => settled) ? LOOKS[look] : undefined;
    if (wait) c.header('Refresh', `${wait}; url=?lang=${frame.lang}&look=${look + 1}`);
    return html(
      c,
      status,
      <ReceiptPage
        frame={frame}
        decision={decision}
        standings={standings}
        reader={reader.id}
        taskUrl={site.taskUrl}
        looking={wait !== undefined}
        notice={status === 409 ? words.alreadyText : undefined}
      />,
    );
  }
}

const nobodyBy = ({ decideBy }: GateItem) => words.nobodyBy(each((lang) => timeIn(decideBy, lang)));

const METHODS = 'GET, HEAD, POST, OPTIONS';

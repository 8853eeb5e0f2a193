import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { Lang, Trilingual } from '../define/preview.ts';
import type { DecidedBy } from '../ledger/decision.ts';
import type { GateItem } from '../ledger/gate.ts';
import { headline } from './asked.ts';
import { langOf } from './language.ts';
import { type Frame, MessagePage } from './layout.tsx';

type Status = 200 | 400 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 503;

/** Where an answer came from, for the record. The last hop's address is the one our own proxy saw. */
export function sender(c: Context): Pick<DecidedBy, 'ip' | 'userAgent'> {
  const userAgent = c.req.header('user-agent')?.slice(0, 300);
  const ip = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim().slice(0, 45);
  return { ...(ip ? { ip } : {}), ...(userAgent ? { userAgent } : {}) };
}

export function frameOf(
  c: Context,
  preferred: Lang,
  about?: Pick<GateItem, 'workflow' | 'recording'>,
): Frame {
  const lang = langOf(c.req.query('lang')) ?? preferred;
  return { lang, workflow: about?.workflow, recording: about?.recording };
}

/**
 * A page that says one thing, in the reader's language or, when that is not known, the browser's; about a gate that is on
 * record it says which act it is about, and that a rehearsal is one.
 */
export function say(
  c: Context,
  status: Status,
  title: Trilingual,
  text: Trilingual,
  lang?: Lang,
  gate?: GateItem,
) {
  const frame = frameOf(c, lang ?? browserLang(c.req.header('accept-language')), gate);
  const back = status === 400 || status === 403 || status === 409 || status === 503;
  return html(
    c,
    status,
    <MessagePage
      frame={frame}
      title={title[frame.lang]}
      text={text[frame.lang]}
      about={gate && headline(gate)[frame.lang]}
      link={back}
    />,
  );
}

function browserLang(accepted = ''): Lang {
  const [first = ''] = accepted.toLowerCase().split(',');
  if (!first.startsWith('zh')) return 'en';
  return /hans|cn|sg/.test(first) ? 'sc' : 'tc';
}

export function html(c: Context, status: Status, page: Child) {
  return c.html(`<!doctype html>${String(page)}`, status);
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '../../lib/local/listen.ts';
import { type Lang, report } from '../workflows/morning-brief/synthetic-rhrread.ts';

/** What the feed does with one request: a body with a status of 200, or whatever it wants with the socket. */
export type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

/**
 * The Observatory's open-data server on loopback. It answers by language; answers that are to come first are used up first.
 * Reports are SYNTHETIC, of the hour that has begun by the clock, unless a test replays a capture.
 */
export async function observatory(now: () => number) {
  const next: Answer[] = [];
  const asked: string[] = [];
  let always: (lang: Lang) => Answer = (lang) => reportAt(lang, now());
  const { url, close } = await listen((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://feed');
    asked.push(`${searchParams.get('dataType')} ${searchParams.get('lang')}`);
    const answer = next.shift() ?? always((searchParams.get('lang') ?? 'en') as Lang);
    if (typeof answer === 'function') return answer(request, response);
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(answer);
  });
  return {
    url,
    close,
    asked,
    /** These answers come first, one to each request. */
    first: (...answers: Answer[]) => void next.push(...answers),
    answers: (answer: (lang: Lang) => Answer) => {
      next.length = 0;
      always = answer;
    },
  };
}

const HOUR = 3_600_000;

/** The synthetic report as it is two minutes past the hour: 27 °C, 81 %, no rain. */
export function reportAt(lang: Lang, now: number, overrides: Record<string, unknown> = {}): string {
  const hour = Math.floor((now - 2 * 60_000) / HOUR) * HOUR;
  const at = (ms: number) => new Date(ms + 8 * HOUR).toISOString().replace('.000Z', '+08:00');
  const times: Readonly<Record<string, string>> = {
    '2030-05-02T09:02:00+08:00': at(hour + 2 * 60_000),
    '2030-05-02T09:00:00+08:00': at(hour),
    '2030-05-02T08:45:00+08:00': at(hour - HOUR / 4),
    '2030-05-02T07:45:00+08:00': at(hour - HOUR - HOUR / 4),
  };
  // in one pass: a time of today may be one of the times it is made from
  return JSON.stringify({ ...report(lang), ...overrides }).replace(
    /2030-05-02T\d\d:\d\d:00\+08:00/g,
    (time) => times[time] ?? time,
  );
}

export const status =
  (code: number, body = 'busy', type = 'text/plain'): Answer =>
  (_, response) =>
    void response.writeHead(code, { 'content-type': type }).end(body);
export const hangUp: Answer = (_, response) => void response.destroy();
export const htmlPage: Answer = (_, response) =>
  void response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>Maintenance</title><p>The service is being maintained.');

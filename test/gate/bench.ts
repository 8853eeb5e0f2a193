import { gateLink } from '../../lambda/gate/link.ts';
import { type GateSite, gateSite } from '../../lambda/gate/site.tsx';
import type { GateItem } from '../../lambda/ledger/gate.ts';
import { ABSENT } from '../../lambda/ledger/items.ts';
import { openGate, tokens } from './fixture.ts';
import { serve } from './serve.ts';
import { stepFunctions } from './step-functions.ts';
import { memoryTable, type Table } from './tables.ts';

export const keys = { current: Buffer.alloc(32, 7) };
/** Two minutes after the gate opened. */
export const opened = new Date('2026-11-29T23:06:10.000Z');

/** The site over HTTP with one open gate, its own table and Step Functions, and hands on the clock. */
export async function bench(
  gate: GateItem = openGate,
  { table, ...site }: { table?: Table } & Partial<Pick<GateSite, 'https' | 'taskUrl' | 'report'>> = {},
) {
  const { items, requests, close } = table ?? (await memoryTable());
  await items.put(gate, ABSENT);
  const sfn = await stepFunctions(tokens.first, tokens.second);
  let now = opened;
  const clock = { now: () => now };
  const app = gateSite({ items, sfn: sfn.client, keys, clock, https: false, ...site });
  const server = await serve(app);
  const link = (approver = 0) => gateLink(server.url, keys, gate, approver);
  return {
    url: server.url,
    items,
    sfn,
    link,
    requests,
    at: (iso: string) => {
      now = new Date(iso);
    },
    get: (approver = 0, init: RequestInit = {}) => fetch(link(approver), { redirect: 'manual', ...init }),
    /** Sends the form as a browser does. */
    post: ({ lang, ...fields }: Record<string, string>, approver = 0, headers: Record<string, string> = {}) =>
      submit(link(approver) + (lang ? `?lang=${lang}` : ''), fields, headers),
    linkTo: (ref: GateItem, approver = 0) => gateLink(server.url, keys, ref, approver),
    postTo: (ref: GateItem, fields: Record<string, string>, approver = 0) =>
      submit(gateLink(server.url, keys, ref, approver), fields),
    close: async () => {
      await server.close();
      await sfn.close();
      await close();
    },
  };
}

const submit = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', ...headers },
    body: new URLSearchParams(fields),
  });

export type Bench = Awaited<ReturnType<typeof bench>>;

export const approve = (digest: string, index = 0) => ({
  [`${index}.digest`]: digest,
  [`${index}.choice`]: 'APPROVED',
});

export const reject = (digest: string, reason = 'the date is wrong', index = 0) => ({
  [`${index}.digest`]: digest,
  [`${index}.choice`]: 'REJECTED',
  [`${index}.comment.REJECTED`]: reason,
});

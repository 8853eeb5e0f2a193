import type { SFNClient } from '@aws-sdk/client-sfn';
import type { Model } from '../agent/model.ts';
import type { Clock } from '../define/clock.ts';
import type { Http } from '../define/runner.ts';
import type { Workflow } from '../define/workflow.ts';
import type { WritableWorkspace } from '../define/workspace.ts';
import type { Mailer } from '../gate/mail.ts';
import type { Items } from '../ledger/items.ts';

/** Settings by name, as a process or a local host has them. */
export type Env = { readonly [name: string]: string | undefined };

/** Where a function runs: its settings and its clock; and the parts, if any, a host has in place of clients of its settings. */
export type Host = {
  readonly env: Env;
  readonly clock: Clock;
  readonly items?: Items;
  readonly sfn?: SFNClient;
  readonly mailer?: Mailer;
  readonly model?: Model;
  readonly http?: Http;
  readonly workspace?: (workflow: string) => WritableWorkspace;
  /** Workflows besides the registered ones. */
  readonly workflows?: readonly Workflow[];
};

/** What Lambda tells an invocation; a local host tells the same. */
export type Invocation = { readonly getRemainingTimeInMillis: () => number };

/** A function as it is invoked. */
export type Handler<E, A> = (event: E, invocation: Invocation) => Promise<A>;

/** @throws {SettingMissing} naming the setting */
export function setting(env: Env, name: string): string {
  const value = env[name];
  if (!value) throw new SettingMissing(name);
  return value;
}

export class SettingMissing extends Error {
  override readonly name = 'SettingMissing';
  constructor(setting: string) {
    super(`the setting ${setting} is missing`);
  }
}

/** One of each per host, made when it is first wanted. */
export function once<T>(make: (host: Host) => T): (host: Host) => T {
  const made = new WeakMap<Host, T>();
  return (host) => {
    const known = made.get(host);
    if (known !== undefined) return known;
    const fresh = make(host);
    made.set(host, fresh);
    return fresh;
  };
}

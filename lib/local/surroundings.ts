import * as z from 'zod';
import type { Env } from '../../lambda/functions/host.ts';
import { Approvers, Email, Person, text } from '../../lambda/gate/people.ts';

const PERSON = { id: 'approver', name: 'Approver', email: 'approver@holdpoint.example', lang: 'en' };

/** Who is asked and told when nobody was named: this machine's mailbox shows all their mail. */
const DEFAULTS = {
  MAIL_FROM: JSON.stringify({ name: 'Holdpoint', address: 'holdpoint@holdpoint.example' }),
  APPROVERS: JSON.stringify([PERSON]),
  OWNER: JSON.stringify({ ...PERSON, id: 'owner', name: 'Owner', email: 'owner@holdpoint.example' }),
};

const Address = z.url({ protocol: /^https?$/, error: 'an http address is wanted' });
const json = z.string().transform((given, context): unknown => {
  try {
    return JSON.parse(given);
  } catch (error) {
    context.addIssue({ code: 'custom', message: `JSON is wanted: ${(error as Error).message}` });
    return z.NEVER;
  }
});

type Forms = { readonly [setting: string]: z.ZodType };

const PEOPLE: Forms = {
  MAIL_FROM: json.pipe(z.strictObject({ name: text, address: Email })),
  // One list for every workflow, or each workflow's own under its name.
  APPROVERS: json.pipe(
    z.json().transform((given, context) => {
      const form = Array.isArray(given) ? Approvers : z.record(z.string(), Approvers);
      for (const { path, message } of form.safeParse(given).error?.issues ?? [])
        context.addIssue({ code: 'custom', path, message });
    }),
  ),
  OWNER: json.pipe(Person.extend({ id: text })),
};

/** A rehearsal asks neither. */
const LIVE: Forms = {
  ANTHROPIC_BASE_URL: Address,
  HKO_BASE_URL: Address,
};

/**
 * The settings a host was given, with those it needs and was not.
 *
 * @throws {SettingsInvalid} naming every setting that is not as wanted: before a run starts, not in the middle of it
 */
export function surroundings(given: Env, dry: boolean): Env {
  const env: Env = { ...DEFAULTS, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
  const faults = Object.entries(dry ? PEOPLE : { ...PEOPLE, ...LIVE }).flatMap(([name, form]) =>
    (env[name] === undefined ? [] : (form.safeParse(env[name]).error?.issues ?? [])).map(
      ({ path, message }) => `${[name, ...path].join('.')}: ${message}`,
    ),
  );
  if (faults.length > 0) throw new SettingsInvalid(faults.join('; '));
  return env;
}

/** A setting that was given and cannot be meant. */
export class SettingsInvalid extends Error {
  override readonly name = 'SettingsInvalid';
}

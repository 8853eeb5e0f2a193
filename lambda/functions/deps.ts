import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SFNClient } from '@aws-sdk/client-sfn';
import { anthropicModel } from '../agent/anthropic.ts';
import { bedrockModel } from '../agent/bedrock.ts';
import type { Model } from '../agent/model.ts';
import type { LinkKeys } from '../gate/link.ts';
import type { Mailer } from '../gate/mail.ts';
import { dynamoItems } from '../ledger/dynamo-items.ts';
import type { Approver } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import { expiring } from '../ledger/retention.ts';
import { clientConfig } from './client-config.ts';
import { type Env, type Host, once, SettingMissing, setting } from './host.ts';

/** The parts functions are wired from, each its own export so that a bundle carries only what it uses. */

export const items: (host: Host) => Items = /* @__PURE__ */ once(
  ({ env, items, clock }) =>
    items ??
    dynamoItems(
      new DynamoDBClient(clientConfig(env, 'DYNAMODB')),
      setting(env, 'TABLE_NAME'),
      env.RECORD_DAYS ? expiring(Number(env.RECORD_DAYS), clock) : undefined,
    ),
);

/** A table beside the ledger's, of a workflow's own. */
export const table = ({ env }: Host, name: string): Items =>
  dynamoItems(new DynamoDBClient(clientConfig(env, 'DYNAMODB')), name);

export const sfn: (host: Host) => SFNClient = /* @__PURE__ */ once(
  ({ env, sfn }) => sfn ?? new SFNClient(clientConfig(env, 'SFN')),
);

/** SES, whose client is loaded with the first letter. */
export const mailer: (host: Host) => Mailer = /* @__PURE__ */ once(({ env, mailer }) => {
  let opened: Promise<Mailer> | undefined;
  return (
    mailer ?? {
      async send(mail) {
        opened ??= import('./ses.ts').then(({ openSes }) => openSes(env));
        return (await opened).send(mail);
      },
    }
  );
});

/** Who is asked, by run: one list for every workflow, or each workflow's own under its name. */
export const approvers: (host: Host) => (run: string) => readonly Approver[] = /* @__PURE__ */ once(
  ({ env }) => {
    const people = JSON.parse(setting(env, 'APPROVERS')) as
      | readonly Approver[]
      | { readonly [workflow: string]: readonly Approver[] };
    return (run) => {
      if (Array.isArray(people)) return people;
      const workflow = run.replace(/-\d{4}-\d{2}-\d{2}(-.*)?$/, '');
      const own = Object.entries(people).find(([name]) => name === workflow)?.[1];
      if (!own) throw new SettingMissing(`APPROVERS (of the workflow "${workflow}")`);
      return own;
    };
  },
);
export const owner = /* @__PURE__ */ once(({ env }) => JSON.parse(setting(env, 'OWNER')) as Approver);

/** What tools may read of the settings: everything under TOOL_, without the prefix. */
export const toolSettings = /* @__PURE__ */ once(({ env }) =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith('TOOL_') && value ? [[name.slice('TOOL_'.length), value]] : [],
    ),
  ),
);

/** A secret's text: from Secrets Manager by its ARN, or as a local host has it. */
async function secret(env: Env, name: string): Promise<string> {
  const arn = env[`${name}_SECRET_ARN`];
  if (!arn) return setting(env, name);
  const { readSecret } = await import('./secrets-manager.ts');
  const text = await readSecret(env, arn);
  if (!text) throw new SettingMissing(`${name} (its secret is empty)`);
  return text;
}

/** The model by its provider; the key is read when it is first wanted, and again when it is refused. */
export const model: (host: Host) => Model = /* @__PURE__ */ once(({ env, model }) => {
  if (model) return model;
  const baseUrl = env.ANTHROPIC_BASE_URL ? { baseUrl: env.ANTHROPIC_BASE_URL } : {};
  if (env.MODEL_PROVIDER === 'bedrock')
    return bedrockModel({ region: setting(env, 'AWS_REGION'), ...baseUrl });
  return anthropicModel({ apiKey: () => secret(env, 'ANTHROPIC_API_KEY'), ...baseUrl });
});

/** Bedrock compiles no strict schemas for the models this runs on. */
export const strictTools = ({ env }: Host): boolean => env.MODEL_PROVIDER !== 'bedrock';

/** How long link keys are kept: while they are rotated, every function knows the new one after so many milliseconds. */
const KEYS_KEPT = 5 * 60_000;

/** The keys links are signed with: JSON of base64 texts, `current` and, while rotating, `previous`. */
export function linkKeys(host: Host): Promise<LinkKeys> {
  const kept = keptKeys(host);
  const now = host.clock.now().getTime();
  if (!kept.keys || now >= kept.until) {
    kept.until = now + KEYS_KEPT;
    kept.keys = secret(host.env, 'LINK_KEYS').then(readLinkKeys);
    // What could not be read is read again by the next who asks.
    kept.keys.catch(() => {
      kept.keys = undefined;
    });
  }
  return kept.keys;
}

const keptKeys = /* @__PURE__ */ once((): { keys: Promise<LinkKeys> | undefined; until: number } => ({
  keys: undefined,
  until: 0,
}));

function readLinkKeys(text: string): LinkKeys {
  const key = (base64: string) => Buffer.from(base64, 'base64');
  try {
    const { current, previous } = JSON.parse(text);
    return { current: key(current), ...(previous ? { previous: key(previous) } : {}) };
  } catch {
    // JSON.parse quotes what it could not read, and the message of an error is logged.
    throw new SettingMissing('LINK_KEYS (JSON of base64 texts is wanted: current, previous)');
  }
}

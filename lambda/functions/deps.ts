import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SFNClient } from '@aws-sdk/client-sfn';
import { anthropicModel } from '../agent/anthropic.ts';
import { bedrockModel } from '../agent/bedrock.ts';
import type { Model } from '../agent/model.ts';
import type { LinkKeys } from '../gate/link.ts';
import { sesMailer } from '../gate/ses-mailer.ts';
import { dynamoItems } from '../ledger/dynamo-items.ts';
import type { Approver } from '../ledger/gate.ts';
import type { Items } from '../ledger/items.ts';
import { workflowNamed } from '../workflows/registry.ts';
import { type Env, type Host, once, SettingMissing, setting } from './host.ts';

/** The parts functions are wired from, each its own export so that a bundle carries only what it uses. */

/** AWS finds endpoint and credentials itself; a local host names them. */
export function clientConfig(env: Env, service: string) {
  const endpoint = env[`AWS_ENDPOINT_URL_${service}`] ?? env.AWS_ENDPOINT_URL;
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = env;
  return {
    ...(env.AWS_REGION ? { region: env.AWS_REGION } : {}),
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey
      ? { credentials: { accessKeyId, secretAccessKey, ...(sessionToken ? { sessionToken } : {}) } }
      : {}),
  };
}

export const items: (host: Host) => Items = once(
  ({ env, items }) =>
    items ?? dynamoItems(new DynamoDBClient(clientConfig(env, 'DYNAMODB')), setting(env, 'TABLE_NAME')),
);

export const sfn: (host: Host) => SFNClient = once(({ env }) => new SFNClient(clientConfig(env, 'SFN')));

export const mailer = once(({ env }) =>
  sesMailer({
    client: new SESv2Client(clientConfig(env, 'SESV2')),
    from: JSON.parse(setting(env, 'MAIL_FROM')),
    ...(env.MAIL_CONFIGURATION_SET ? { configurationSet: env.MAIL_CONFIGURATION_SET } : {}),
  }),
);

export const approvers = once(({ env }) => JSON.parse(setting(env, 'APPROVERS')) as readonly Approver[]);
export const owner = once(({ env }) => JSON.parse(setting(env, 'OWNER')) as Approver);

/** What tools may read of the settings: everything under TOOL_, without the prefix. */
export const toolSettings = once(({ env }) =>
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
  const client = new SecretsManagerClient(clientConfig(env, 'SECRETS_MANAGER'));
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  if (!SecretString) throw new SettingMissing(`${name} (its secret is empty)`);
  return SecretString;
}

/** The model by its provider; the key is read when it is first wanted, and again when it is refused. */
export const model: (host: Host) => Model = once(({ env }) => {
  const baseUrl = env.ANTHROPIC_BASE_URL ? { baseUrl: env.ANTHROPIC_BASE_URL } : {};
  if (env.MODEL_PROVIDER === 'bedrock')
    return bedrockModel({ region: setting(env, 'AWS_REGION'), ...baseUrl });
  return anthropicModel({ apiKey: () => secret(env, 'ANTHROPIC_API_KEY'), ...baseUrl });
});

/** Bedrock compiles no strict schemas for the models this runs on. */
export const strictTools = ({ env }: Host): boolean => env.MODEL_PROVIDER !== 'bedrock';

/** The keys links are signed with: JSON of base64 texts, `current` and, while rotating, `previous`. */
export const linkKeys: (host: Host) => Promise<LinkKeys> = once(async ({ env }) => {
  const { current, previous } = JSON.parse(await secret(env, 'LINK_KEYS'));
  const key = (text: string) => Buffer.from(text, 'base64');
  return { current: key(current), ...(previous ? { previous: key(previous) } : {}) };
});

export const workflow = workflowNamed;

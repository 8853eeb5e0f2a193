import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { clientConfig } from './client-config.ts';
import type { Env } from './host.ts';

/** A secret's text; undefined when it has none. */
export async function readSecret(env: Env, arn: string): Promise<string | undefined> {
  const client = new SecretsManagerClient(clientConfig(env, 'SECRETS_MANAGER'));
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  client.destroy();
  return SecretString;
}

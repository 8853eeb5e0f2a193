import { CLIENT_OPTIONS, callMessages, type MessagesClient } from './call-messages.ts';
import type { Model } from './model.ts';
import { requestBody } from './request-body.ts';

export type AwsCredentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/**
 * Claude on Amazon Bedrock by the Messages API, paid and allowed by IAM alone. Strict schemas are off: Bedrock does not
 * compile them for every model, and the arguments are validated here in any case.
 *
 * @param options.credentials @default the AWS SDK's own chain
 */
export function bedrockModel(options: {
  readonly region: string;
  readonly baseUrl?: string;
  readonly credentials?: () => Promise<AwsCredentials>;
}): Model {
  let client: Promise<MessagesClient> | undefined;
  return {
    async turn(request, deadline) {
      client ??= open(options);
      return callMessages(await client, requestBody(request, false), deadline);
    },
  };
}

async function open({
  region,
  baseUrl,
  credentials,
}: Parameters<typeof bedrockModel>[0]): Promise<MessagesClient> {
  // Loaded on first use: 440 kB that a function with an API key never reads.
  const { AnthropicBedrockMantle } = await import('@anthropic-ai/bedrock-sdk/mantle-client');
  return new AnthropicBedrockMantle({
    ...CLIENT_OPTIONS,
    awsRegion: region,
    apiKey: null,
    baseURL: baseUrl ?? `https://bedrock-mantle.${region}.api.aws/anthropic`,
    ...(credentials ? { providerChainResolver: async () => credentials } : {}),
  });
}

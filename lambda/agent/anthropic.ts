import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { Messages } from '@anthropic-ai/sdk/resources/messages/messages';
import { CLIENT_OPTIONS, callMessages } from './call-messages.ts';
import { type Model, ModelRefusedRequest, ModelUnavailable } from './model.ts';
import { requestBody } from './request-body.ts';

/** The SDK's client with the one resource a turn needs: a third of the whole client's bundle. */
class MessagesOnly extends BaseAnthropic {
  readonly messages = new Messages(this);
}

/** Said outright, since the SDK would otherwise look for one in the environment. */
const PROVIDER = 'https://api.anthropic.com';

/**
 * Claude by Anthropic's own API, or by any server that speaks it.
 *
 * @param options.apiKey the key, or a way to read it: used once and kept, and once more when the provider says 401
 * @param options.strictTools whether the provider compiles schemas. @default true
 */
export function anthropicModel(options: {
  readonly apiKey: string | (() => Promise<string>);
  readonly baseUrl?: string;
  readonly strictTools?: boolean;
}): Model {
  const { apiKey, baseUrl = PROVIDER, strictTools = true } = options;
  const open = async () => {
    const key = await readKey(apiKey);
    const client = new MessagesOnly({ ...CLIENT_OPTIONS, baseURL: baseUrl, apiKey: key });
    return { client, hide: (text: string) => text.replaceAll(key, '[the API key]') };
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    async turn(request, deadline) {
      const body = requestBody(request, strictTools);
      const ask = async () => {
        opened ??= open();
        const { client, hide } = await opened.catch((error: unknown) => {
          opened = undefined;
          throw error;
        });
        return callMessages(client, body, deadline, hide);
      };
      try {
        return await ask();
      } catch (error) {
        const unauthorized = error instanceof ModelRefusedRequest && error.status === 401;
        if (!unauthorized || typeof apiKey === 'string') throw error;
        opened = undefined; // the key may have been rotated since it was read
        return ask();
      }
    },
  };
}

async function readKey(apiKey: string | (() => Promise<string>)): Promise<string> {
  const text = typeof apiKey === 'string' ? apiKey : await apiKey().catch(unreadable);
  const key = text.trim();
  // A character that no header can carry would come back in fetch's own error message, and the key with it.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ModelRefusedRequest('an API key of visible ASCII characters is wanted');
  return key;
}

function unreadable(error: unknown): never {
  throw new ModelUnavailable(
    `the API key could not be read: ${error instanceof Error ? error.name : typeof error}`,
  );
}

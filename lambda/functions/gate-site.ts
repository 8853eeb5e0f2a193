import { Logger } from '@aws-lambda-powertools/logger';
import { type APIGatewayProxyResult, handle, type LambdaEvent } from 'hono/aws-lambda';
import type { LinkKeys } from '../gate/link.ts';
import { gateSite } from '../gate/site.tsx';
import { deployed, type Wire } from './deployed.ts';
import { items, linkKeys, sfn } from './deps.ts';

/** The page behind the links. Made again only when the link keys were. */
export const wire: Wire<LambdaEvent, APIGatewayProxyResult> = (host) => {
  let site: { readonly keys: LinkKeys; readonly answer: ReturnType<typeof handle> } | undefined;
  return async (event) => {
    const keys = await linkKeys(host);
    if (site?.keys !== keys) {
      const shared = { items: items(host), sfn: sfn(host), clock: host.clock };
      const app = gateSite({ ...shared, keys, https: true, report });
      site = { keys, answer: handle(app) };
    }
    return site.answer(event);
  };
};

/** A person reads "not just now"; why is for the log. */
function report(error: unknown): void {
  const { name, message } = error instanceof Error ? error : new TypeError('it threw no error');
  new Logger().error('the site could not answer', { error: name, reason: message });
}

export const handler = deployed(wire);

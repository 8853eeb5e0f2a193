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
      const app = gateSite({ items: items(host), sfn: sfn(host), clock: host.clock, keys, https: true });
      site = { keys, answer: handle(app) };
    }
    return site.answer(event);
  };
};

export const handler = deployed(wire);

import type { IncomingMessage, ServerResponse } from 'node:http';
import { json, text } from 'node:stream/consumers';
import sesEmulator from 'aws-ses-v2-local';
import type { MailEvent } from '../../lambda/states/undelivered.ts';
import { guardPrograms, listen } from './listen.ts';

const SEND = '/v2/email/outbound-emails';

/**
 * Amazon SES on loopback: it keeps what it is sent, for /mailbox to show. Letters to SES's own mailbox simulator come to
 * what they come to there, and `onEvent` is told of it as EventBridge would be.
 */
export async function startMail(
  onEvent: (event: MailEvent) => void = () => {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const store = await sesEmulator.default({ host: '127.0.0.1', port: 0 });
  guardPrograms(store);
  const address = store.address();
  if (typeof address !== 'object' || !address) throw new Error('the mail emulator has no port');
  const front = await listen(
    (request, response) =>
      void pass(request, response, `http://127.0.0.1:${address.port}`, onEvent).catch(() =>
        response.writeHead(400).end(),
      ),
  );
  const close = async () => {
    await front.close();
    store.closeAllConnections();
    await new Promise<void>((resolve) => store.close(() => resolve()));
  };
  return { url: front.url, close };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  store: string,
  onEvent: (event: MailEvent) => void,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const sends = method === 'POST' && url === SEND;
  const letter = sends ? ((await json(request)) as Sent) : undefined;
  const body = letter ? JSON.stringify(letter) : method === 'GET' ? undefined : await text(request);
  const answer = await fetch(`${store}${url}`, {
    method,
    headers: {
      'content-type': headers['content-type'] ?? 'application/json',
      ...(headers.authorization ? { authorization: headers.authorization } : {}),
    },
    ...(body === undefined ? {} : { body }),
  });
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
  });
  response.end(await answer.text());
  const event = letter && answer.ok ? cameTo(letter) : undefined;
  if (event) onEvent(event);
}

type Sent = {
  readonly Destination?: { readonly ToAddresses?: readonly string[] };
  readonly EmailTags?: readonly { readonly Name: string; readonly Value: string }[];
};

/** The addresses of SES's simulator, with what each is for; a label behind a plus keeps letters apart. */
const SIMULATOR = /^(bounce|ooto|complaint|suppressionlist)(?:\+[^@]*)?@simulator\.amazonses\.com$/;
const CAME_TO: { readonly [address: string]: Omit<MailEvent, 'mail'> } = {
  bounce: { eventType: 'Bounce', bounce: { bounceType: 'Permanent', bounceSubType: 'General' } },
  ooto: { eventType: 'Bounce', bounce: { bounceType: 'Transient', bounceSubType: 'General' } },
  complaint: { eventType: 'Complaint', complaint: { complaintFeedbackType: 'abuse' } },
  suppressionlist: { eventType: 'Bounce', bounce: { bounceType: 'Permanent', bounceSubType: 'Suppressed' } },
};

function cameTo({ Destination, EmailTags = [] }: Sent): MailEvent | undefined {
  const [, simulated = ''] = SIMULATOR.exec(Destination?.ToAddresses?.[0] ?? '') ?? [];
  const event = CAME_TO[simulated];
  const tags = Object.fromEntries(EmailTags.map(({ Name, Value }) => [Name, [Value]]));
  return event && { ...event, mail: { tags } };
}

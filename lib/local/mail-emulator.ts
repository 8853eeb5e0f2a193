import type { IncomingMessage, ServerResponse } from 'node:http';
import sesEmulator from 'aws-ses-v2-local';
import type { MailEvent } from '../../lambda/states/undelivered.ts';
import { listen } from './listen.ts';

const SEND = '/v2/email/outbound-emails';

/**
 * Amazon SES on loopback: it keeps what it is sent, for /mailbox to show. Letters to SES's own mailbox simulator come to
 * what they come to there, and `onEvent` is told of it as EventBridge would be.
 */
export async function startMail(
  onEvent: (event: MailEvent) => void = () => {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const store = await sesEmulator.default({ host: '127.0.0.1', port: 0 });
  // Nobody reaches it but through what stands in front of it.
  store.close();
  const front = await listen((request, response) => {
    if (request.method === 'POST' && request.url === SEND) overhear(request, response, onEvent);
    // Its listener is handed the request itself: a letter crosses one socket, not two.
    store.emit('request', request, response);
  });
  return { url: front.url, close: () => front.close() };
}

/** Reads along, and tells what the letter came to when it was taken. */
function overhear(
  request: IncomingMessage,
  response: ServerResponse,
  onEvent: (event: MailEvent) => void,
): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('finish', () => {
    if (response.statusCode >= 300) return;
    const event = cameTo(JSON.parse(Buffer.concat(chunks).toString()) as Sent);
    if (event) onEvent(event);
  });
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

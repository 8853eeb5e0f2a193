import { Hono } from 'hono';
import { Frame, HEADERS } from './frame.tsx';

type Email = {
  readonly messageId: string;
  readonly subject: string;
  readonly at: number;
  readonly destination: { readonly to: readonly string[] };
  readonly body: { readonly text?: string };
};

/** /mailbox: the mails that went out through the mail emulator, newest first, as text, with their links to follow. */
export function mailbox(mailUrl: string, dry: boolean): Hono {
  return new Hono().get('/', async (context) => {
    const { emails } = (await (await fetch(`${mailUrl}/store`)).json()) as { emails: Email[] };
    const page = (
      <Frame title="Mailbox" dry={dry}>
        {emails.length === 0 && <p>No mail since this host was started.</p>}
        {emails.toReversed().map((email) => (
          <article>
            <h2>{email.subject}</h2>
            <small>
              to {email.destination.to.join(', ')}, {new Date(email.at * 1000).toISOString()}
            </small>
            <pre>{parts(email.body.text ?? '')}</pre>
          </article>
        ))}
      </Frame>
    );
    return context.html(`<!doctype html>${page}`, 200, HEADERS);
  });
}

/** Only this machine's gate links can be followed; any other address stays text. */
const parts = (text: string) =>
  text
    .split(/(http:\/\/127\.0\.0\.1:\d+\/g\/[A-Za-z0-9_-]{22,64})/)
    .map((part, index) => (index % 2 ? <a href={part}>{part}</a> : part));

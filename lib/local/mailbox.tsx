import { Hono } from 'hono';
import { Shown } from '../../lambda/gate/layout.tsx';
import { HEADERS, Message, Shell, When } from './console/shell.tsx';

type Email = {
  readonly messageId: string;
  readonly subject: string;
  readonly at: number;
  readonly destination: { readonly to: readonly string[] };
  readonly body: { readonly text?: string; readonly html?: string };
};

/** The letter as a mail program has it: no script, nothing loaded, framed by this machine's own mailbox alone. */
const LETTER_HEADERS = {
  ...HEADERS,
  'content-security-policy':
    "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; frame-ancestors 'self'; base-uri 'none'",
  'x-frame-options': 'SAMEORIGIN',
};

/** /mailbox: the mails that went out through the mail emulator, newest first; each as it looks, and as text. */
export function mailbox(mailUrl: string, dry: boolean): Hono {
  const stored = async (): Promise<readonly Email[]> => {
    const { emails } = (await (await fetch(`${mailUrl}/store`)).json()) as { emails: Email[] };
    return emails.toReversed();
  };
  const find = async (id: string) => (await stored()).find(({ messageId }) => messageId === id);
  const site = new Hono();

  site.get('/', async (context) => {
    const emails = await stored();
    const page = (
      <Shell title="Mailbox" dry={dry} room="Mailbox">
        <h1>Mailbox</h1>
        <section>
          {emails.length === 0 && <p>No mail since this host was started.</p>}
          <ul class="rows mails">
            {emails.map((email) => (
              <li>
                <a href={`/mailbox/${encodeURIComponent(email.messageId)}`}>
                  <span class="name">
                    <Shown text={email.subject} />
                  </span>
                  <span class="why">
                    <Shown text={email.destination.to.join(', ')} />
                  </span>
                  <When at={sentAt(email)} />
                </a>
              </li>
            ))}
          </ul>
        </section>
      </Shell>
    );
    return context.html(`<!doctype html>${page}`, 200, HEADERS);
  });

  site.get('/:id', async (context) => {
    const email = await find(context.req.param('id'));
    if (!email) return context.html(`<!doctype html>${<NoMail dry={dry} />}`, 404, HEADERS);
    const page = (
      <Shell title={email.subject} dry={dry}>
        <h1>
          <Shown text={email.subject} />
        </h1>
        <p class="lead soft">
          to <Shown text={email.destination.to.join(', ')} />, <When at={sentAt(email)} />
        </p>
        <iframe title="The letter" src={`/mailbox/${encodeURIComponent(email.messageId)}/letter`}></iframe>
        <section>
          <details id="text">
            <summary>As text</summary>
            <pre>{parts(email.body.text ?? '')}</pre>
          </details>
        </section>
      </Shell>
    );
    return context.html(`<!doctype html>${page}`, 200, HEADERS);
  });

  site.get('/:id/letter', async (context) => {
    const email = await find(context.req.param('id'));
    if (!email) return context.html(`<!doctype html>${<NoMail dry={dry} />}`, 404, HEADERS);
    // what it links to opens in place of the mailbox, not inside it
    const letter = (email.body.html ?? '').replace('<head>', '<head><base target="_top">');
    return context.html(letter, 200, LETTER_HEADERS);
  });
  return site;
}

const sentAt = ({ at }: Email): string => new Date(at * 1000).toISOString();

const NoMail = ({ dry }: { dry: boolean }) => (
  <Message title="No such mail" text="Mails are kept while this host runs." dry={dry} />
);

/** Only this machine's gate links can be followed; any other address stays text. */
const parts = (text: string) =>
  text
    .split(/(http:\/\/127\.0\.0\.1:\d+\/g\/[A-Za-z0-9_-]{22,96})/)
    .map((part, index) => (index % 2 ? <a href={part}>{part}</a> : <Shown text={part} />));

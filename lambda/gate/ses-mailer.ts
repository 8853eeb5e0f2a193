import { type SESv2Client, SESv2ServiceException, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { headerLine, type Mailer, MailRefused, MailUnavailable, mailbox, oneAddress } from './mail.ts';

export type Sender = { readonly name: string; readonly address: string };

/** The mailer over Amazon SES, API version 2, whose own UTF-8 fields carry subject and bodies. */
export function sesMailer({
  client,
  from,
  configurationSet,
}: {
  readonly client: SESv2Client;
  readonly from: Sender;
  readonly configurationSet?: string;
}): Mailer {
  const sender = mailbox(from);
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  return {
    async send({ to, subject, text, html, tags = {} }) {
      const command = new SendEmailCommand({
        FromEmailAddress: sender,
        Destination: { ToAddresses: [oneAddress(to)] },
        Content: {
          Simple: { Subject: utf8(headerLine(subject)), Body: { Text: utf8(text), Html: utf8(html) } },
        },
        EmailTags: Object.entries(tags).map(([Name, Value]) => ({ Name, Value })),
        ...(configurationSet ? { ConfigurationSetName: configurationSet } : {}),
      });
      try {
        const { MessageId } = await client.send(command);
        return { messageId: MessageId ?? '' };
      } catch (error) {
        throw failure(error);
      }
    },
  };
}

/** Refusals that pass: the account is at its rate, or its sending is paused. */
const PASSING = [
  'TooManyRequestsException',
  'LimitExceededException',
  'SendingPausedException',
  'ThrottlingException',
];

/** Only the error's name is kept: SES repeats the recipient's address in its messages. */
function failure(error: unknown): MailRefused | MailUnavailable {
  const name = error instanceof Error ? error.name : 'an unknown error';
  const refused =
    error instanceof SESv2ServiceException && error.$fault === 'client' && !PASSING.includes(error.name);
  return refused
    ? new MailRefused(`SES refused the mail: ${name}`)
    : new MailUnavailable(`SES did not take the mail: ${name}`);
}

import { SESv2Client } from '@aws-sdk/client-sesv2';
import type { Mailer } from '../gate/mail.ts';
import { sesMailer } from '../gate/ses-mailer.ts';
import { clientConfig } from './client-config.ts';
import { type Env, setting } from './host.ts';

/** The mailer over Amazon SES, which may stand in another region than the rest. */
export const openSes = (env: Env): Mailer =>
  sesMailer({
    client: new SESv2Client({
      ...clientConfig(env, 'SESV2'),
      ...(env.MAIL_REGION ? { region: env.MAIL_REGION } : {}),
    }),
    from: JSON.parse(setting(env, 'MAIL_FROM')),
    ...(env.MAIL_CONFIGURATION_SET ? { configurationSet: env.MAIL_CONFIGURATION_SET } : {}),
  });

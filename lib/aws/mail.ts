import { Lazy, Stack } from 'aws-cdk-lib';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { BundledFunction } from './bundled-function.ts';
import type { Config } from './config.ts';

/** Letters by SES, from one address only. The address's identity is verified before, by hand: only its owner can. */
export class Mail extends Construct {
  readonly configurationSet: ses.ConfigurationSet;
  readonly environment: { readonly [name: string]: string };
  readonly #sender: string;

  constructor(scope: Construct, id: string, { sender }: Pick<Config, 'sender'>) {
    super(scope, id);
    this.#sender = sender.address;
    // Opens and clicks are not tracked: that would write another host into the link.
    this.configurationSet = new ses.ConfigurationSet(this, 'Letters', {
      tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
      suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.environment = {
      MAIL_FROM: JSON.stringify(sender),
      MAIL_CONFIGURATION_SET: this.configurationSet.configurationSetName,
    };
  }

  /** Lets a function write from the sender's address. An account in the sandbox asks for the recipients' identities too. */
  grantSend(to: BundledFunction, recipients: () => readonly string[]): void {
    const stack = Stack.of(this);
    const arn = (resource: string, resourceName: string) =>
      stack.formatArn({ service: 'ses', resource, resourceName });
    const identities = () =>
      [this.#sender, this.#sender.replace(/^.*@/, ''), ...recipients()].map((name) => arn('identity', name));
    to.allow(
      'SendLetters',
      ['ses:SendEmail'],
      Lazy.list({
        produce: () => [
          arn('configuration-set', this.configurationSet.configurationSetName),
          ...new Set(identities()),
        ],
      }),
      { StringEquals: { 'ses:FromAddress': this.#sender } },
    );
  }
}

import { Lazy, Stack } from 'aws-cdk-lib';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { BundledFunction } from './bundled-function.ts';
import type { Config } from './config.ts';

/**
 * Letters by SES, from one address only. The address's identity is verified before, by hand: only its owner can. Where SES is
 * not in the stack's region (Hong Kong's, for one) letters leave from another, and bounces are that region's to tell.
 */
export class Mail extends Construct {
  readonly configurationSet: ses.ConfigurationSet | undefined;
  readonly environment: { readonly [name: string]: string };
  readonly #sender: string;
  readonly #region: string;

  constructor(scope: Construct, id: string, { sender }: Pick<Config, 'sender'>) {
    super(scope, id);
    const { region: here } = Stack.of(this);
    const { name, address, region = here } = sender;
    this.#sender = address;
    this.#region = region;
    // Opens and clicks are not tracked: that would write another host into the link.
    this.configurationSet =
      region === here
        ? new ses.ConfigurationSet(this, 'Letters', {
            tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
            reputationMetrics: true,
            suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
          })
        : undefined;
    this.environment = {
      MAIL_FROM: JSON.stringify({ name, address }),
      ...(this.configurationSet
        ? { MAIL_CONFIGURATION_SET: this.configurationSet.configurationSetName }
        : { MAIL_REGION: region }),
    };
  }

  /** Lets a function write from the sender's address. An account in the sandbox asks for the recipients' identities too. */
  grantSend(to: BundledFunction, recipients: () => readonly string[]): void {
    const arn = (resource: string, resourceName: string) =>
      Stack.of(this).formatArn({ service: 'ses', region: this.#region, resource, resourceName });
    const identities = () => [this.#sender, this.#sender.replace(/^.*@/, ''), ...recipients()];
    const set = this.configurationSet && arn('configuration-set', this.configurationSet.configurationSetName);
    const resources = () => [
      ...(set ? [set] : []),
      ...[...new Set(identities())].map((name) => arn('identity', name)),
    ];
    to.allow('SendLetters', ['ses:SendEmail'], Lazy.list({ produce: resources }), {
      StringEquals: { 'ses:FromAddress': this.#sender },
    });
  }
}

import { Duration } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as targets from 'aws-cdk-lib/aws-events-targets';
import * as destinations from 'aws-cdk-lib/aws-lambda-destinations';
import * as ses from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { BundledFunction } from './bundled-function.ts';
import type { Platform } from './platform.ts';

export type BouncesProps = { readonly platform: Platform; readonly letters: ses.ConfigurationSet };

/** Letters that do not arrive: SES tells the account's default bus, the only one it can, and the gate they were for is marked. */
export class Bounces extends Construct {
  readonly undelivered: BundledFunction;

  constructor(scope: Construct, id: string, { platform, letters }: BouncesProps) {
    super(scope, id);
    const { powers, deadLetters } = platform;
    this.undelivered = platform.function(this, 'Undelivered', 'undelivered', {
      description: 'Marks gates whose letters did not arrive',
      timeout: Duration.seconds(30),
    });
    powers.useLedger(this.undelivered, { changes: ['GATE'] });
    this.undelivered.configureAsyncInvoke({
      maxEventAge: Duration.hours(1),
      retryAttempts: 2,
      onFailure: new destinations.SqsDestination(deadLetters),
    });
    const bus = events.EventBus.fromEventBusName(this, 'DefaultBus', 'default');
    letters.addEventDestination('Undelivered', {
      destination: ses.EventDestination.eventBus(bus),
      // A delay is not the end of it: SES goes on trying, and tells of a bounce when it gives up.
      events: [ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT, ses.EmailSendingEvent.REJECT],
    });
    new events.Rule(this, 'LetterLost', {
      description: 'A letter was not delivered, or not wanted',
      eventPattern: {
        source: ['aws.ses'],
        detailType: ['Email Bounced', 'Email Complaint Received', 'Email Rejected'],
        detail: { mail: { tags: { 'ses:configuration-set': [letters.configurationSetName] } } },
      },
      targets: [
        new targets.LambdaFunction(this.undelivered, {
          deadLetterQueue: deadLetters,
          maxEventAge: Duration.hours(1),
          retryAttempts: 5,
        }),
      ],
    });
  }
}

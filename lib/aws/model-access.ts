import { Stack } from 'aws-cdk-lib';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { BundledFunction } from './bundled-function.ts';
import type { Config } from './config.ts';

/** How the turn reaches its model: by a key it reads from Secrets Manager, or on Bedrock by its role alone. */
export class ModelAccess extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { model, turn }: { readonly model: Config['model']; readonly turn: BundledFunction },
  ) {
    super(scope, id);
    turn.addEnvironment('MODEL_PROVIDER', model.provider);
    if (model.baseUrl) turn.addEnvironment('ANTHROPIC_BASE_URL', model.baseUrl);
    if (model.provider === 'bedrock') {
      // The project that pays is the account's default one unless the account says otherwise.
      const project = { service: 'bedrock-mantle', resource: 'project', resourceName: '*' };
      turn.allow('CallModel', ['bedrock-mantle:CreateInference'], [Stack.of(this).formatArn(project)]);
      return;
    }
    // Made by hand: a secret that is in a template is none.
    const key = secretsmanager.Secret.fromSecretNameV2(this, 'Key', model.secretName);
    turn.addEnvironment('ANTHROPIC_API_KEY_SECRET_ARN', key.secretArn);
    // Secrets Manager puts six characters of its own behind a secret's name.
    turn.allow('ReadModelKey', ['secretsmanager:GetSecretValue'], [`${key.secretArn}-??????`]);
  }
}

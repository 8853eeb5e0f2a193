import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { readConfig } from '../lib/aws/config.ts';
import { HoldpointStack } from '../lib/aws/stack.ts';

const app = new App();
const config = readConfig(app.node.tryGetContext('config'));
new HoldpointStack(app, 'Holdpoint', { config, bundles: app.node.tryGetContext('bundles') ?? 'dist' });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

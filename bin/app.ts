import { App } from 'aws-cdk-lib';
import { check } from '../lib/aws/checks.ts';
import { readConfig } from '../lib/aws/config.ts';
import { HoldpointStack } from '../lib/aws/stack.ts';

const app = new App();
const config = readConfig(app.node.tryGetContext('config'));
new HoldpointStack(app, 'Holdpoint', { config, bundles: app.node.tryGetContext('bundles') ?? 'dist' });
check(app);

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App, CfnResource } from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { afterAll, expect, it } from 'vitest';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { functionNames } from '../../lib/aws/bundle.ts';
import { check } from '../../lib/aws/checks.ts';
import { HoldpointStack } from '../../lib/aws/stack.ts';
import { example } from './synthesis.ts';

const home = mkdtempSync(path.join(tmpdir(), 'holdpoint-checks-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
for (const name of functionNames()) {
  mkdirSync(path.join(home, 'bundles', name), { recursive: true });
  writeFileSync(path.join(home, 'bundles', name, 'index.mjs'), `// ${name}`);
}

/** As `cdk synth` does it, with all checks on. */
function synthesise(change: (stack: HoldpointStack) => void = () => {}): void {
  const app = new App({ context: cdkJson.context, outdir: mkdtempSync(path.join(home, 'cdk-')) });
  const stack = new HoldpointStack(app, 'Holdpoint', {
    config: example(),
    bundles: path.join(home, 'bundles'),
  });
  check(app);
  change(stack);
  app.synth();
}

it('the stack passes cdk-nag and the validation of its template', { timeout: 60_000 }, () => {
  expect(() => synthesise()).not.toThrow();
});

it('a finding of cdk-nag is an error', { timeout: 60_000 }, () => {
  expect(() => synthesise((stack) => void new sqs.Queue(stack, 'Careless'))).toThrow();
});

it('a template that CloudFormation would refuse is an error', { timeout: 60_000 }, () => {
  expect(() =>
    synthesise((stack) => {
      new CfnResource(stack, 'Wrong', { type: 'AWS::SNS::Topic', properties: { NoSuchProperty: 1 } });
    }),
  ).toThrow();
});

it('every recommended feature flag is set as recommended', async () => {
  const { default: flags } = await import('aws-cdk-lib/recommended-feature-flags.json', {
    with: { type: 'json' },
  });
  expect(cdkJson.context).toMatchObject(flags);
});

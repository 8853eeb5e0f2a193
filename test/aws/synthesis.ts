import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { functionNames } from '../../lib/aws/bundle.ts';
import { type Config, readConfig } from '../../lib/aws/config.ts';
import { HoldpointStack, type HoldpointStackProps } from '../../lib/aws/stack.ts';

/** The configuration that stands in cdk.json, which a fresh clone synthesises with. */
export const example = (): Config => readConfig(cdkJson.context.config);

/**
 * The stack of a configuration as a template, with the project's feature flags. Bundles are stood in for by empty files: what is
 * in them is test/aws/bundles.test.ts's to say.
 */
export function synthesise({ config = example(), ...props }: Partial<HoldpointStackProps> = {}): Template {
  const bundles = mkdtempSync(path.join(tmpdir(), 'holdpoint-bundles-'));
  for (const name of functionNames()) {
    mkdirSync(path.join(bundles, name));
    writeFileSync(path.join(bundles, name, 'index.mjs'), `// ${name}`);
  }
  const outdir = mkdtempSync(path.join(tmpdir(), 'holdpoint-cdk-'));
  try {
    const app = new App({ context: cdkJson.context, outdir, builtinCloudFormationValidation: false });
    return Template.fromStack(new HoldpointStack(app, 'Holdpoint', { ...props, config, bundles }));
  } finally {
    for (const directory of [bundles, outdir]) rmSync(directory, { recursive: true, force: true });
  }
}

export type Resource = {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly [rest: string]: unknown;
};

export const resourcesOf = (template: Template, type: string): [string, Resource][] =>
  Object.entries(template.toJSON().Resources as Record<string, Resource>).filter(
    ([, { Type }]) => Type === type,
  );

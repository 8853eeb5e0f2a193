import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Runs the CDK's own command line; what it says is in the error when it fails. */
export async function cdk(args: readonly string[], env: Record<string, string>, cwd = '.'): Promise<void> {
  const child = spawn(path.resolve('node_modules/.bin/cdk'), [...args, '--no-notices'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CDK_DISABLE_CLI_TELEMETRY: 'true', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`cdk ${args[0]} ended with ${code}:\n${said.slice(-4000)}`);
}

type Resource = { readonly Type: string; readonly Properties: Record<string, unknown> };
type Template = { Resources: Record<string, Resource> };

/**
 * Takes out of a synthesised stack what MiniStack's CloudFormation does not know, and nothing else: the version and the
 * alias of a state machine. What names the alias names the machine instead.
 */
export function withoutMachineVersions(assembly: string, stack: string): void {
  const file = path.join(assembly, `${stack}.template.json`);
  const template = JSON.parse(readFileSync(file, 'utf8')) as Template;
  const of = (type: string) => Object.entries(template.Resources).filter(([, { Type }]) => Type === type);
  const machineOf = (id: string) => {
    const { Ref } = (template.Resources[id]?.Properties.StateMachineArn ?? {}) as { Ref?: string };
    return Ref;
  };
  const machines = new Map(
    of('AWS::StepFunctions::StateMachineAlias').map(([alias, { Properties }]) => {
      const [{ StateMachineVersionArn }] = Properties.RoutingConfiguration as [
        { StateMachineVersionArn: { 'Fn::GetAtt': [string, string] } },
      ];
      return [alias, machineOf(StateMachineVersionArn['Fn::GetAtt'][0])];
    }),
  );
  for (const type of ['Version', 'Alias'])
    for (const [id] of of(`AWS::StepFunctions::StateMachine${type}`)) delete template.Resources[id];
  const text = JSON.stringify(template, (_, value) =>
    machines.has(value?.Ref) ? { Ref: machines.get(value.Ref) } : value,
  );
  writeFileSync(file, text);
  renameTemplate(assembly, stack, createHash('sha256').update(text).digest('hex'));
}

/** The template is an asset that is named by its hash. */
function renameTemplate(assembly: string, stack: string, hash: string): void {
  const assets = path.join(assembly, `${stack}.assets.json`);
  const { files } = JSON.parse(readFileSync(assets, 'utf8')) as {
    files: Record<string, { source: { path: string } }>;
  };
  const [before = ''] =
    Object.entries(files).find(([, { source }]) => source.path === `${stack}.template.json`) ?? [];
  for (const file of [assets, path.join(assembly, 'manifest.json')])
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(before, hash));
}

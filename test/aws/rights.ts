import type { Template } from 'aws-cdk-lib/assertions';
import { resourcesOf } from './synthesis.ts';

type Statement = {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Record<string, Record<string, string | readonly string[]>>;
};

const list = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? one : [one as T]);

/** Every right of every role, a line each: `actions on resources if condition`. Names are without the hash CDK puts behind them. */
export function rightsOf(template: Template): Record<string, string[]> {
  const rights: Record<string, string[]> = {};
  for (const [role] of resourcesOf(template, 'AWS::IAM::Role')) rights[plain(role)] = [];
  for (const [, { Properties }] of resourcesOf(template, 'AWS::IAM::Policy')) {
    const { Statement: statements } = Properties.PolicyDocument as { Statement: Statement[] };
    for (const { Ref } of Properties.Roles as { Ref: string }[])
      rights[plain(Ref)]?.push(...statements.map(lineOf));
  }
  for (const lines of Object.values(rights)) lines.sort();
  return rights;
}

function lineOf({ Effect, Action, Resource, Condition }: Statement): string {
  const what = `${Effect === 'Allow' ? '' : `${Effect} `}${[...list(Action)].sort().join(' ')}`;
  const where = list(Resource).map(resourceText).sort().join(' ');
  return `${what} on ${where}${Condition ? ` if ${conditionText(Condition)}` : ''}`;
}

/** Leading keys in full, the refusal of requests without them included, read as `keys ...`; anything less is spelled out. */
function conditionText(condition: NonNullable<Statement['Condition']>): string {
  const text = Object.entries(condition)
    .flatMap(([operator, keys]) =>
      Object.entries(keys).map(([key, values]) => `${key} ${operator} ${list(values).join(' ')}`),
    )
    .sort()
    .join(' and ');
  return text.replace(
    /^dynamodb:LeadingKeys ForAllValues:StringLike (.+) and dynamodb:LeadingKeys Null false$/,
    'keys $1',
  );
}

/** CloudFormation's functions as they read. */
function resourceText(resource: unknown): string {
  if (typeof resource === 'string') return resource;
  const { Ref, ...call } = resource as { Ref?: string; [name: string]: unknown };
  if (Ref) return Ref.startsWith('AWS::') ? `<${Ref}>` : `<${plain(Ref)}>`;
  const { 'Fn::GetAtt': attribute, 'Fn::Join': join } = call as {
    'Fn::GetAtt'?: [string, string];
    'Fn::Join'?: [string, unknown[]];
  };
  if (attribute) return `<${plain(attribute[0])}.${attribute[1]}>`;
  if (join) return join[1].map(resourceText).join(join[0]);
  throw new TypeError(`no text for ${JSON.stringify(resource)}`);
}

const plain = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '');

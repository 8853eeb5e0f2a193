import { operations } from '../../lib/local/engine/api-operations.ts';
import type { Case } from './case.ts';

/** Features of the recorded cases that this host does not offer. */
export const NOT_SUPPORTED: Readonly<Record<string, string>> = {
  'task:dynamodb': 'tasks other than Lambda',
  'task:aws-sdk-dynamodb': 'tasks other than Lambda',
  'task:aws-sdk-sfn': 'tasks other than Lambda',
  'task:other': 'tasks other than Lambda',
  'task:states-start-execution': 'tasks other than Lambda',
  'api:StartSyncExecution': 'StartSyncExecution',
};

/** Parameters of requests that this host refuses by name. */
const NOT_OFFERED = [
  'publish',
  'tags',
  'versionDescription',
  'loggingConfiguration',
  'encryptionConfiguration',
];

type Step = { readonly op?: string; readonly args?: Readonly<Record<string, unknown>> };

/** What a case needs that this host does not offer, if anything. */
export function missingFor({ features, steps = [] }: Case): string | undefined {
  for (const feature of features) if (Object.hasOwn(NOT_SUPPORTED, feature)) return NOT_SUPPORTED[feature];
  for (const { op, args = {} } of steps as readonly Step[]) {
    if (op !== undefined && !Object.hasOwn(operations, op)) return op;
    if (args.type === 'EXPRESS') return 'EXPRESS machines';
    const parameter = NOT_OFFERED.find((name) => args[name] !== undefined && args[name] !== null);
    if (op?.endsWith('StateMachine') && parameter) return `the parameter ${parameter}`;
  }
  return undefined;
}

/** What a machine holds that was refused by name when it was loaded, if that is why it could not run. */
export function refusedIn(message: string): string | undefined {
  const resource = /The resource provided (\S+) is not recognized/.exec(message)?.[1];
  if (resource) return `tasks with ${resource}`;
  const field = /[Ff]ield '(\w+)' is not supported/.exec(message)?.[1];
  return field && `the field ${field}`;
}

/** Features of the recorded cases that this host does not offer, each with what one would have to use instead. */
export const NOT_SUPPORTED: Readonly<Record<string, string>> = {
  'task:dynamodb': 'tasks other than Lambda',
  'task:aws-sdk-dynamodb': 'tasks other than Lambda',
  'task:aws-sdk-sfn': 'tasks other than Lambda',
  'task:other': 'tasks other than Lambda',
  'task:states-start-execution': 'tasks other than Lambda',
  'api:StartSyncExecution': 'StartSyncExecution',
};

/** What a case needs that this host does not offer, if anything. */
export function missingFor(features: readonly string[], text: string): string | undefined {
  for (const feature of features) if (Object.hasOwn(NOT_SUPPORTED, feature)) return NOT_SUPPORTED[feature];
  if (text.includes('"type":"EXPRESS"')) return 'EXPRESS machines';
  return undefined;
}

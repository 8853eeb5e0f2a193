import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { LISTS_INDEX } from '../../lambda/ledger/dynamo-items.ts';
import type { BundledFunction } from './bundled-function.ts';

/** The ledger's kinds of item, as their partition keys begin. */
export type ItemKind = 'RUN' | 'GATE' | 'DECISION' | 'WRITE' | 'TASK';

export type LedgerAccess = {
  readonly reads?: readonly ItemKind[];
  readonly changes?: readonly ItemKind[];
  /** Whole partitions: a run with all that is on its record, a decision with its votes. */
  readonly queries?: readonly ItemKind[];
  /** Lists of the sparse index. */
  readonly lists?: readonly ('RUNNING' | 'GATE')[];
  /** Only the runs, gates and decisions of this workflow. Writes and tasks are keyed by a hash: IAM cannot tell whose they are. */
  readonly workflow?: string;
};

/** Opens the ledger to a function by key prefix. Nothing ever scans, deletes, batches or runs PartiQL. */
export function openLedger(table: TableV2, to: BundledFunction, access: LedgerAccess): void {
  const { reads = [], changes = [], queries = [], lists = [], workflow } = access;
  const open = (sid: string, actions: string[], kinds: readonly ItemKind[]) => {
    const keys = kinds.map((kind) => `${kind}#${ofWorkflow(kind, workflow)}`);
    if (keys.length > 0) to.allow(sid, actions, [table.tableArn], leading(keys));
  };
  open('ReadItems', ['dynamodb:GetItem'], reads);
  open('ChangeItems', ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], changes);
  open('QueryItems', ['dynamodb:Query'], queries);
  if (lists.length > 0)
    to.allow('ReadLists', ['dynamodb:Query'], [`${table.tableArn}/index/${LISTS_INDEX}`], leading(lists));
}

/** A run is named <workflow>-<date>: the date's shape keeps "brief" out of the runs of "brief-two". */
function ofWorkflow(kind: ItemKind, workflow: string | undefined): string {
  return workflow && kind !== 'WRITE' && kind !== 'TASK' ? `${workflow}-????-??-??*` : '*';
}

/** ForAllValues holds for a request without keys; Null refuses that one. */
const leading = (keys: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...keys] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
});

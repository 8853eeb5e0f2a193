import { RemovalPolicy } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { LISTS_INDEX } from '../../lambda/ledger/dynamo-items.ts';

const text = (name: string) => ({ name, type: dynamodb.AttributeType.STRING });

/** The one table. What it remembers outlives the stack. */
export const ledgerTable = (scope: Construct): dynamodb.TableV2 =>
  new dynamodb.TableV2(scope, 'Ledger', {
    partitionKey: text('pk'),
    sortKey: text('sk'),
    // Sparse: runs, open gates and tasks carry `list`.
    globalSecondaryIndexes: [{ indexName: LISTS_INDEX, partitionKey: text('list'), sortKey: text('at') }],
    billing: dynamodb.Billing.onDemand(),
    encryption: dynamodb.TableEncryptionV2.awsManagedKey(),
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    timeToLiveAttribute: 'ttl',
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });

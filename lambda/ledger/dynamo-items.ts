import { randomUUID } from 'node:crypto';
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import {
  type Clause,
  type Condition,
  checkSize,
  type Item,
  type Items,
  type Key,
  NONCE,
  type Written,
} from './items.ts';
import { inThisVersion } from './schema.ts';

/** The sparse index over `list` and `at`. */
export const LISTS_INDEX = 'lists';

type Stored = Record<string, AttributeValue>;

/**
 * The items port over one DynamoDB table (pk, sk; index `lists` on list, at).
 *
 * @param expires when the table may drop an item that is put now, in seconds since 1970; @default never
 */
export function dynamoItems(
  client: DynamoDBClient,
  table: string,
  expires: (item: Item) => number | undefined = () => undefined,
): Items {
  const get = async ({ pk, sk }: Key): Promise<Item | undefined> => {
    const { Item } = await client.send(
      new GetItemCommand({ TableName: table, Key: marshall({ pk, sk }), ConsistentRead: true }),
    );
    return Item ? read(Item) : undefined;
  };

  /** On a conflict, reads who won: my nonce there means I did and the reply was lost. */
  const conditional = async (key: Key, nonce: string, send: () => Promise<Item>): Promise<Written> => {
    try {
      return { won: true, item: await send() };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const item = await get(key);
      return item?.[NONCE] === nonce ? { won: true, item } : { won: false, item };
    }
  };

  const pages = async (input: QueryCommandInput): Promise<Item[]> => {
    const items: Item[] = [];
    let start: Stored | undefined;
    do {
      const page = await client.send(
        new QueryCommand({ ...input, ...(start ? { ExclusiveStartKey: start } : {}) }),
      );
      for (const item of page.Items ?? []) items.push(read(item));
      start = page.LastEvaluatedKey;
    } while (start);
    return items;
  };

  return {
    get,
    query: (pk, prefix = '') => {
      const { expression, ...names } = prefix
        ? { expression: '#pk = :pk AND begins_with(#sk, :sk)', ...named({ pk, sk: prefix }) }
        : { expression: '#pk = :pk', ...named({ pk }) };
      return pages({ TableName: table, ConsistentRead: true, KeyConditionExpression: expression, ...names });
    },
    put: async (item, when) => {
      const nonce = randomUUID();
      const ttl = expires(item);
      const whole = { ...item, ...(ttl === undefined ? {} : { ttl }), [NONCE]: nonce };
      checkSize(whole, JSON.stringify(whole));
      return conditional(item, nonce, async () => {
        await client.send(new PutItemCommand({ TableName: table, Item: store(whole), ...render(when) }));
        return whole;
      });
    },
    update: ({ pk, sk }, set, when) => {
      const nonce = randomUUID();
      return conditional({ pk, sk }, nonce, async () => {
        const change = assignments({ ...set, [NONCE]: nonce });
        const condition = render(when);
        const { Attributes } = await client.send(
          new UpdateItemCommand({
            TableName: table,
            Key: marshall({ pk, sk }),
            UpdateExpression: change.expression,
            ConditionExpression: condition.ConditionExpression,
            ExpressionAttributeNames: { ...change.names, ...condition.ExpressionAttributeNames },
            ExpressionAttributeValues: { ...change.values, ...condition.ExpressionAttributeValues },
            ReturnValues: 'ALL_NEW',
          }),
        );
        return unmarshall(Attributes ?? {}) as Item;
      });
    },
    async list(list, { newestFirst = false, limit, after }) {
      const page = await client.send(
        new QueryCommand({
          TableName: table,
          IndexName: LISTS_INDEX,
          KeyConditionExpression: '#list = :list',
          ...named({ list }),
          ScanIndexForward: !newestFirst,
          Limit: limit,
          ...(after ? { ExclusiveStartKey: JSON.parse(Buffer.from(after, 'base64url').toString()) } : {}),
        }),
      );
      const items = (page.Items ?? []).map(read);
      if (!page.LastEvaluatedKey) return { items };
      return { items, next: Buffer.from(JSON.stringify(page.LastEvaluatedKey)).toString('base64url') };
    },
  };
}

const read = (stored: Stored): Item => inThisVersion(unmarshall(stored) as Item);
const store = (item: object) => marshall(item, { removeUndefinedValues: true });

function named(values: Record<string, string>) {
  return {
    ExpressionAttributeNames: Object.fromEntries(Object.keys(values).map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: marshall(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
    ),
  };
}

/** SET for what has a value, REMOVE for what is undefined. */
function assignments(set: Record<string, unknown>) {
  const entries = Object.entries(set).map(([name, value], index) => ({ name, value, at: `s${index}` }));
  const kept = entries.filter(({ value }) => value !== undefined);
  const gone = entries.filter(({ value }) => value === undefined);
  const removal = gone.length ? ` REMOVE ${gone.map(({ at }) => `#${at}`).join(', ')}` : '';
  return {
    expression: `SET ${kept.map(({ at }) => `#${at} = :${at}`).join(', ')}${removal}`,
    names: Object.fromEntries(entries.map(({ at, name }) => [`#${at}`, name])),
    values: store(Object.fromEntries(kept.map(({ at, value }) => [`:${at}`, value]))),
  };
}

/** The condition in DynamoDB's words. */
export function render(when: Condition) {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const name = (attribute: string) => {
    const at = `#c${Object.keys(names).length}`;
    names[at] = attribute;
    return at;
  };
  const value = (wanted: unknown) => {
    const at = `:c${Object.keys(values).length}`;
    values[at] = wanted;
    return at;
  };
  const phrase = (clause: Clause): string => {
    if ('absent' in clause) return `attribute_not_exists(${name(clause.absent)})`;
    if ('equals' in clause) return `${name(clause.equals[0])} = ${value(clause.equals[1])}`;
    if ('lessThan' in clause) return `${name(clause.lessThan[0])} < ${value(clause.lessThan[1])}`;
    if ('in' in clause) return `${name(clause.in[0])} IN (${clause.in[1].map(value).join(', ')})`;
    const [attribute, wanted] = clause.absentOrIn;
    const at = name(attribute);
    return `(attribute_not_exists(${at}) OR ${at} IN (${wanted.map(value).join(', ')}))`;
  };
  const expression = when.map(phrase).join(' AND ');
  return {
    ConditionExpression: expression,
    ExpressionAttributeNames: names,
    ...(Object.keys(values).length ? { ExpressionAttributeValues: marshall(values) } : {}),
  };
}

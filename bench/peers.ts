import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EngineName } from './engines/engine.ts';
import { inBench, nodeFor } from './install.ts';

export type PeerName =
  | 'holdpoint'
  | 'langgraph'
  | 'mastra'
  | 'restate'
  | 'dbos'
  | 'xstate'
  | 'aws-durable'
  | 'sqlite';

export type Peer = {
  readonly name: PeerName;
  readonly title: string;
  readonly file: string;
  /** The oldest Node it runs on, as a major version. @default the running one's */
  readonly node?: number;
  readonly engine?: EngineName;
  readonly packages: readonly string[];
  /** What survives the death of its process. @default everything */
  readonly keeps?: 'nothing';
  /** Every module a file of its own, as a profile tells them apart. @default one bundle, as `npm start` runs it */
  readonly apart?: true;
};

export const PEERS: readonly Peer[] = [
  { name: 'holdpoint', title: 'Holdpoint, local host', file: 'holdpoint.ts', packages: [] },
  {
    name: 'langgraph',
    title: 'LangGraph.js + SqliteSaver',
    file: 'langgraph.mjs',
    packages: ['@langchain/langgraph', '@langchain/langgraph-checkpoint-sqlite', 'better-sqlite3'],
  },
  {
    name: 'mastra',
    title: 'Mastra + LibSQL',
    file: 'mastra.mjs',
    node: 22,
    packages: ['@mastra/core', '@mastra/libsql'],
  },
  {
    name: 'restate',
    title: 'Restate server + SDK',
    file: 'restate.mjs',
    node: 22,
    engine: 'restate-server',
    packages: ['@restatedev/restate-sdk', '@restatedev/restate-server'],
  },
  {
    name: 'dbos',
    title: 'DBOS + Postgres',
    file: 'dbos.mjs',
    engine: 'postgres',
    packages: ['@dbos-inc/dbos-sdk'],
  },
  {
    name: 'xstate',
    title: 'XState snapshot in SQLite',
    file: 'xstate.mjs',
    packages: ['xstate', 'better-sqlite3'],
  },
  {
    name: 'aws-durable',
    title: 'Lambda durable SDK (memory only)',
    file: 'aws-durable.mjs',
    node: 22,
    packages: ['@aws/durable-execution-sdk-js', '@aws/durable-execution-sdk-js-testing'],
    keeps: 'nothing',
  },
  {
    name: 'sqlite',
    title: 'floor: a bare SQLite commit per step',
    file: 'sqlite.mjs',
    packages: ['better-sqlite3'],
  },
];

/** How a peer's process is started. @throws {Error} saying why it cannot be */
export function commandOf(peer: Peer): readonly [string, ...string[]] {
  const missing = peer.packages.filter((name) => !existsSync(inBench(name)));
  if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}`);
  const file = path.join(import.meta.dirname, 'peers', peer.file);
  const typed = peer.apart
    ? ['--import', 'tsx']
    : [path.join(import.meta.dirname, '..', 'bin', 'bundled.mjs')];
  return [nodeFor(peer.node ?? 20), '--expose-gc', ...(peer.file.endsWith('.ts') ? typed : []), file];
}

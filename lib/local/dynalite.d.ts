declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** DynamoDB on LevelDB; in memory without `path`. */
  export default function dynalite(options: {
    readonly path?: string;
    readonly createTableMs?: number;
    readonly deleteTableMs?: number;
    readonly updateTableMs?: number;
    readonly maxItemSizeKb?: number;
  }): Server;
}

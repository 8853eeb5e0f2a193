/** A server that a peer needs beside its own process. Adapters: restate-server.ts, postgres.ts. */
export type Engine = {
  /** Starts it on what `directory` holds, or on nothing; the settings lead the peer to it. */
  up(directory: string): Promise<Readonly<Record<string, string>>>;
  down(): Promise<void>;
  /** Its processes, as long as it runs. */
  pids(): readonly number[];
  /** What it keeps on disk for the peer. */
  bytes(): Promise<number>;
};

export type EngineName = 'restate-server' | 'postgres';

export async function engineOf(name: EngineName): Promise<Engine> {
  if (name === 'restate-server') return (await import('./restate-server.ts')).restateServer();
  return (await import('./postgres.ts')).postgres();
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A port for a server that has to be told one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves when a server of another process answers as one that is ready does; half a minute is its time for that. */
export async function untilUp(
  url: string,
  server: ChildProcess,
  isReady: (response: Response) => boolean = ({ ok }) => ok,
): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt++) {
    if (server.exitCode !== null) throw new Error(`${server.spawnfile} ended with ${server.exitCode}`);
    const response = await fetch(url).catch(() => undefined);
    if (response && isReady(response)) return;
    await sleep(250);
  }
  throw new Error(`${server.spawnfile} does not answer at ${url}`);
}

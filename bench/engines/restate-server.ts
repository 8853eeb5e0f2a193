import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killWithUs } from '../app.ts';
import { inBench } from '../install.ts';
import { bytesIn } from '../machine.ts';
import type { Engine } from './engine.ts';

const PORTS = { ingress: 18_080, admin: 19_070, node: 15_122, service: 19_080 };

/** The Restate server of npm's package: one node, on disk, everything else as it comes. */
export function restateServer(): Engine {
  const server = inBench(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`);
  let running: ChildProcess | undefined;
  let data = '';
  return {
    async up(directory) {
      data = path.join(directory, 'restate');
      mkdirSync(data, { recursive: true });
      const flags = ['--no-logo', '--listen-mode', 'tcp', '--bind-ip', '127.0.0.1', '--node-name', 'bench'];
      running = spawn(server, [...flags, '--bind-port', String(PORTS.node), '--base-dir', data], {
        stdio: 'ignore',
        env: {
          ...process.env,
          RESTATE_INGRESS__BIND_PORT: String(PORTS.ingress),
          RESTATE_ADMIN__BIND_PORT: String(PORTS.admin),
          RESTATE_DISABLE_TELEMETRY: 'true',
          DO_NOT_TRACK: '1',
          RESTATE_LOG_FILTER: 'warn',
        },
      });
      killWithUs(running);
      await untilHealthy(running);
      return {
        BENCH_INGRESS: String(PORTS.ingress),
        BENCH_ADMIN: String(PORTS.admin),
        BENCH_SERVICE: String(PORTS.service),
        RESTATE_LOGGING: 'ERROR',
      };
    },
    async down() {
      if (running?.kill('SIGKILL')) await once(running, 'exit');
      running = undefined;
    },
    pids: () => (running?.pid ? [running.pid] : []),
    bytes: async () => bytesIn(data),
  };
}

async function untilHealthy(server: ChildProcess): Promise<void> {
  const urls = [`http://127.0.0.1:${PORTS.admin}/health`, `http://127.0.0.1:${PORTS.ingress}/restate/health`];
  const isHealthy = async (url: string) => (await fetch(url).catch(() => undefined))?.ok === true;
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (server.exitCode !== null) throw new Error(`restate-server ended with code ${server.exitCode}`);
    if ((await Promise.all(urls.map(isHealthy))).every(Boolean)) return;
    await sleep(25);
  }
  throw new Error('restate-server did not answer within 30 seconds');
}

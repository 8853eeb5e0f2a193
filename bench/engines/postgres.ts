import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { children } from '../machine.ts';
import type { Engine } from './engine.ts';

const PORT = 15_433;
const DEBIAN = '/usr/lib/postgresql';

/** A Postgres cluster of its own with its defaults: fsync and synchronous_commit are on. */
export function postgres(): Engine {
  const bin = binaries();
  let home: string | undefined;
  let pid: number | undefined;
  const data = () => path.join(home ?? '', 'data');
  /** Postgres refuses to run as root: there it runs as its own user. */
  const run = (program: string, ...flags: string[]) => {
    const command = [path.join(bin, program), ...flags];
    const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command];
    const [file = '', ...rest] = os.userInfo().uid === 0 ? asPostgres : command;
    return execFileSync(file, rest, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  };
  const psql = (sql: string, database = 'postgres') =>
    execFileSync(
      path.join(bin, 'psql'),
      ['-h', '127.0.0.1', '-p', String(PORT), '-U', 'postgres', '-d', database, '-Atc', sql],
      { encoding: 'utf8' },
    ).trim();

  return {
    async up() {
      const isNew = home === undefined;
      home ??= mkdtempSync(path.join(os.tmpdir(), 'bench-postgres-'));
      if (isNew) {
        if (os.userInfo().uid === 0) chownSync(home, idOf('-u'), idOf('-g'));
        run('initdb', '-D', data(), '-A', 'trust', '-U', 'postgres', '--no-instructions');
      }
      const options = `-p ${PORT} -k ${home} -c listen_addresses=127.0.0.1`;
      run('pg_ctl', '-D', data(), '-w', '-l', path.join(home, 'log'), '-o', options, 'start');
      const [first = ''] = readFileSync(path.join(data(), 'postmaster.pid'), 'utf8').split('\n');
      pid = Number(first);
      process.once('exit', stop);
      if (isNew) psql('create database bench');
      return { BENCH_POSTGRES: `postgresql://postgres@127.0.0.1:${PORT}/bench` };
    },
    async down() {
      stop();
      process.off('exit', stop);
    },
    pids: () => (pid === undefined ? [] : [pid, ...children(pid)]),
    bytes: async () =>
      Number(
        psql(
          "select coalesce(sum(pg_total_relation_size(c.oid)),0) from pg_class c join pg_namespace n on n.oid=c.relnamespace where n.nspname='dbos' and c.relkind='r'",
          'bench',
        ),
      ),
  };

  function stop() {
    if (home === undefined) return;
    if (pid !== undefined) run('pg_ctl', '-D', data(), '-m', 'immediate', 'stop');
    rmSync(home, { recursive: true, force: true });
    home = undefined;
    pid = undefined;
  }
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

function binaries(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [process.env.PGBIN ?? '', ...versions.map((version) => path.join(DEBIAN, version, 'bin'))];
  const found = places.find((place) => place && existsSync(path.join(place, 'initdb')));
  if (!found)
    throw new Error('Postgres is not installed (apt-get install postgresql, or name its bin in PGBIN)');
  return found;
}

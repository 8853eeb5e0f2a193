import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { freePort, untilUp } from '../servers.ts';

/** An npm package that carries Amazon's jar, as one file: what it depends on is for wrapping it. */
const PACKAGE = 'amplify-dynamodb-simulator-2.9.30';
const SHA512 = 'xTeeRLvzEfqyd5lh3bH4c0kHvSHHmmhD5ZDsHFKAQ5g2Zl6JqlFdutaQhCLHzxEp6Ry1o7TB6niIoXuQAnSewQ==';
const CACHE = path.resolve('node_modules/.cache/dynamodb-local');

/** Amazon's own DynamoDB Local, in memory; wants Java. */
export async function startDynamoDbLocal(): Promise<{ url: string; close(): Promise<void> }> {
  const port = await freePort();
  const java = spawn('java', ['-jar', 'DynamoDBLocal.jar', '-inMemory', '-port', String(port)], {
    cwd: install(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  // it has nothing to say to who is no client
  await untilUp(url, java, ({ status }) => status === 400);
  return {
    url,
    close: async () => {
      java.kill();
      if (java.exitCode === null && java.signalCode === null) await once(java, 'exit');
    },
  };
}

function install(): string {
  const folder = path.join(CACHE, PACKAGE, 'package/emulator');
  if (existsSync(path.join(folder, 'DynamoDBLocal.jar'))) return folder;
  mkdirSync(path.join(CACHE, PACKAGE), { recursive: true });
  execFileSync('npm', ['pack', '--silent', PACKAGE.replace(/-(?=\d)/, '@')], { cwd: CACHE, stdio: 'pipe' });
  const file = path.join(CACHE, `${PACKAGE}.tgz`);
  const sha512 = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (sha512 !== SHA512) throw new Error(`${file} is not the file that is wanted: its SHA-512 is ${sha512}`);
  execFileSync('tar', ['-xzf', file, '-C', path.join(CACHE, PACKAGE)]);
  return folder;
}

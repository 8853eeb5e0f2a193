/**
 * A peer in a process of its own, behind a small HTTP app that is the same for all:
 * POST /start/<run> answers when the run is durably waiting for a person, POST /approve/<run> when it is done.
 */
import fs from 'node:fs';
import http from 'node:http';
import inspector from 'node:inspector/promises';

const OPERATIONS = {
  start: async (peer, run) => (await peer.start(run)) ?? {},
  approve: async (peer, run) => (await peer.approve(run)) ?? {},
  link: async (peer, run) => (await peer.link?.(run)) ?? {},
  status: async (peer, run) => ({ status: await peer.status(run) }),
  bytes: async (peer) => ({ bytes: await peer.bytes?.() }),
  seed: async (peer, many) => peer.seed(many),
  cost: async (peer) => (await peer.cost?.()) ?? {},
  collect: async () => {
    globalThis.gc?.();
    return {};
  },
  profile: async (_, action) => (action === 'start' ? startProfile() : stopProfile()),
};

export async function serve(peer) {
  // A driver that was killed must not leave its peers behind.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.exit(1), 1000).unref();
  await peer.open({ directory: process.env.BENCH_DIRECTORY });
  const server = http.createServer(async (request, response) => {
    const [, operation, argument] = request.url.split('/');
    let status = 200;
    let body;
    try {
      body = await OPERATIONS[operation](peer, argument);
    } catch (error) {
      status = 500;
      body = { error: String(error?.stack ?? error) };
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  Object.assign(server, { keepAliveTimeout: 600_000, requestTimeout: 0, headersTimeout: 0, timeout: 0 });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`\n@@${server.address().port}@@\n`));
}

let session;
async function startProfile() {
  session = new inspector.Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  return {};
}
async function stopProfile() {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  fs.writeFileSync(process.env.BENCH_PROFILE, JSON.stringify(profile));
  return {};
}

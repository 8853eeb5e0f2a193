/** `npm run bench`: measures, keeps what it measured, and writes docs/benchmarks.md with its pictures. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { countBrief, openCounted } from './cost/count-brief.ts';
import { install } from './install.ts';
import { crash } from './measure/crash.ts';
import { growth } from './measure/growth.ts';
import { loads } from './measure/load.ts';
import { parked } from './measure/parked.ts';
import { profile } from './measure/profile.ts';
import { speed } from './measure/speed.ts';
import { FULL, optionsOf, type Phase, QUICK } from './options.ts';
import { pageOf } from './page/page.ts';
import type { Peer } from './peers.ts';
import { type Measured, machine, Results } from './results.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const say = (line: string) => void process.stderr.write(`${line}\n`);
const options = optionsOf(process.argv.slice(2));
const size = options.quick ? QUICK : FULL;
const home = path.join(import.meta.dirname, 'results', options.quick ? 'quick' : 'full');
const results = new Results(path.join(home, 'measured.jsonl'), options.fresh);
const begun = performance.now();

install(say);
const skipped = new Set<string>();

/** Measures once, and notes a peer that cannot be measured instead of ending. */
async function measure(key: string, peer: Peer | undefined, work: () => Promise<Measured>) {
  if (results.has(key) || (peer && skipped.has(peer.name))) return;
  const at = performance.now();
  try {
    results.add({ ...(await work()), key });
    say(`${clock()} ${key} (${Math.round((performance.now() - at) / 1000)} s)`);
  } catch (error) {
    const why = (error as Error).message.replace(/\s+/g, ' ').slice(0, 300);
    say(`${clock()} ${key} skipped: ${why}`);
    if (!peer) return;
    skipped.add(peer.name);
    results.add({ phase: 'skipped', peer: peer.name, why, key: `skipped ${peer.name}` });
  }
}

const clock = () => {
  const seconds = Math.round((performance.now() - begun) / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}`;
};
const wants = (phase: Phase) => options.phases.includes(phase);

if (wants('speed')) {
  for (let round = 1; round <= options.rounds; round += 1) {
    // Each round begins with another peer, so that none is always measured after the same.
    const from = (round - 1) % options.peers.length;
    for (const peer of [...options.peers.slice(from), ...options.peers.slice(0, from)])
      await measure(`speed ${peer.name} ${round}`, peer, async () => ({
        phase: 'speed',
        peer: peer.name,
        round,
        value: await speed(peer, size),
      }));
  }
}
for (const peer of options.peers) {
  if (wants('crash'))
    await measure(`crash ${peer.name}`, peer, async () => ({
      phase: 'crash',
      peer: peer.name,
      value: await crash(peer),
    }));
  for (const runs of wants('parked') && peer.keeps !== 'nothing' ? size.parked : [])
    await measure(`parked ${peer.name} ${runs}`, peer, async () => ({
      phase: 'parked',
      peer: peer.name,
      runs,
      value: await parked(peer, { runs, capSeconds: size.capSeconds }),
    }));
}
if (wants('growth')) {
  for (const [what, marks] of [
    ['finished', size.finishedMarks],
    ['parked', size.parkedMarks],
  ] as const)
    await measure(`growth ${what}`, undefined, async () => ({
      phase: 'growth',
      what,
      value: await growth(what, { marks, capSeconds: size.growthSeconds }),
    }));
}
if (wants('profile'))
  await measure('profile', undefined, async () => ({
    phase: 'profile',
    value: await profile({ seconds: size.profileSeconds }),
  }));
if (wants('load'))
  await measure('load', undefined, async () => ({
    phase: 'load',
    value: await loads(size.loadRounds, () => undefined),
  }));

const world = await openCounted();
const counts = await countBrief(world, '2030-05-06').finally(() => world.close());
const { text, pictures } = pageOf({ results: results.all, counts, machine: machine() });
const target = options.quick ? home : path.join(import.meta.dirname, '..', 'docs');
writeFileSync(path.join(target, 'benchmarks.md'), text);
for (const [name, picture] of Object.entries(pictures)) writeFileSync(path.join(target, name), picture);
say(`${clock()} written: ${path.relative('.', target)}/benchmarks.md`);
process.exit();

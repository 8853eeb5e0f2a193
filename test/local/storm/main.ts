import { storm } from './storm.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** npm run storm [runs]: kill -9 at as many random instants as there are runs, then count what came of it. */
const runs = Number(process.argv[2] ?? 100);
const say = (line: string) => process.stdout.write(`${line}\n`);
const began = process.hrtime.bigint();
const { ends, tasks, stood } = await storm(runs, Math.random);
const count = (what: readonly unknown[]) => String(what.length).padStart(6);

say(`${String(runs).padStart(6)}  kill -9, each at a random instant; the youngest run stood at`);
for (const [state, times] of [...stood].sort(([, a], [, b]) => b - a))
  say(`${String(times).padStart(10)}  ${state}`);
const right = ends.filter(({ state, steps }) => state === 'DONE' && steps === 4);
say(`${count(right)}  of ${runs} runs DONE after four turns`);
say(`${count(tasks)}  tasks, ${new Set(tasks).size} different`);
for (const { run, state, steps, message } of ends.filter((end) => !right.includes(end)))
  say(`WRONG  ${run} ${state} after ${steps} turns: ${message}`);
say(`${Number((process.hrtime.bigint() - began) / 1_000_000_000n)} s`);
process.exitCode = right.length === runs && tasks.length === runs && new Set(tasks).size === runs ? 0 : 1;

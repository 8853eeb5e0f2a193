import { properties } from './properties.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** npm run properties [scripts]: three fixed seeds and one of the moment share the scripts. */
const scripts = Number(process.argv[2] ?? 10_000);
const random = Math.floor(Math.random() * 2 ** 31);
const say = (line: string) => process.stdout.write(`${line}\n`);
const uncaught: unknown[] = [];
process.on('unhandledRejection', (error) => uncaught.push(error));

const began = process.hrtime.bigint();
const outcomes = new Map<string, number>();
let acts = 0;
let broken = false;
for (const seed of [1, 2, 3, random]) {
  try {
    await properties(Math.ceil(scripts / 4), seed, ({ outcome, code, effects }) => {
      const how = code && code !== outcome ? `${outcome} ${code}` : outcome;
      outcomes.set(how, (outcomes.get(how) ?? 0) + 1);
      acts += effects;
    });
    say(`seed ${seed}: ${Math.ceil(scripts / 4)} scripts, no promise broken`);
  } catch (error) {
    broken = true;
    say(`seed ${seed}: ${(error as Error).message}`);
  }
}
for (const [how, count] of [...outcomes].sort(([, a], [, b]) => b - a))
  say(`${String(count).padStart(7)}  ${how}`);
const seconds = Number((process.hrtime.bigint() - began) / 1_000_000_000n);
say(`${acts} acts, ${uncaught.length} unhandled rejections, ${seconds} s`);
process.exitCode = broken || uncaught.length > 0 ? 1 : 0;

/** `npm run bench:cold`: what loading each deployed function takes, against an empty module. */
import { loads } from './measure/load.ts';

const ROUNDS = 15;
const rows = await loads(ROUNDS, (line) => void process.stderr.write(`${line}\n`));
process.stdout.write(`${'function'.padEnd(26)}${'kB'.padStart(6)}${'ms'.padStart(9)}  x empty (min-max)\n`);
for (const { name, bytes, ms, ratio, ratioMin, ratioMax } of rows)
  process.stdout.write(
    `${name.padEnd(26)}${String(Math.ceil(bytes / 1000)).padStart(6)}${ms.toFixed(1).padStart(9)}  ${ratio} (${ratioMin}-${ratioMax})\n`,
  );

import { bundleFunctions } from '../lib/aws/bundle.ts';

for (const { name, startBytes } of await bundleFunctions()) {
  process.stdout.write(`${name.padEnd(24)}${Math.ceil(startBytes / 1000)} kB\n`);
}

import { type BuildOptions, build } from 'esbuild';
import { expect, it } from 'vitest';

const bundle = async (contents: string, options: BuildOptions) => {
  const { metafile } = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: 'ts' },
    ...{ bundle: true, minify: true, metafile: true, write: false, outdir: 'out' },
    ...{ platform: 'node', format: 'esm', target: 'node20', logLevel: 'silent' },
    ...options,
  });
  return metafile?.outputs ?? {};
};

it('a turn by API key fits in 150 kB', async () => {
  const outputs = await bundle(`export { anthropicModel } from './lambda/agent/anthropic.ts';`, {});
  expect(outputs['out/stdin.js']?.bytes).toBeLessThanOrEqual(150_000);
});

it('the client of Bedrock is a chunk of its own, loaded only when it is asked for', async () => {
  const outputs = await bundle(`export { bedrockModel } from './lambda/agent/bedrock.ts';`, {
    splitting: true,
  });
  const { imports = [], bytes } = outputs['out/stdin.js'] ?? {};
  expect(bytes).toBeLessThanOrEqual(10_000);
  const [mantle] = imports.filter((each) => each.kind === 'dynamic-import');
  expect(mantle?.path).toMatch(/^out\/mantle-client-\w+\.js$/);
});

it('the schema of a strict tool fits in 110 kB, zod included', async () => {
  const contents = `import * as z from 'zod'; import { strictSchema } from './lambda/define/strict-schema.ts';
    export const schema = strictSchema(z.object({ at: z.iso.datetime() }), 'tool');`;
  const outputs = await bundle(contents, {});
  expect(outputs['out/stdin.js']?.bytes).toBeLessThanOrEqual(110_000);
});

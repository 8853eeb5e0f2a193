import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

const FUNCTIONS = 'lambda/functions';
/** What a turn loads only when the model is Bedrock's. */
const BEDROCK = '@anthropic-ai/bedrock-sdk/mantle-client';
const BEDROCK_CHUNK = './bedrock.mjs';

/** The functions there are: each file of lambda/functions that exports a handler. */
export const functionNames = (): string[] =>
  readdirSync(FUNCTIONS)
    .filter((file) => readFileSync(path.join(FUNCTIONS, file), 'utf8').includes('export const handler'))
    .map((file) => file.replace(/\.ts$/, ''));

/** What one function's bundle is made of. */
export type Bundle = {
  readonly name: string;
  /** Bytes that are read when it starts: index.mjs and what it imports, not what it may load later. */
  readonly startBytes: number;
  /** The source files in it. */
  readonly sources: readonly string[];
};

/** Bundles every function to <out>/<function>/index.mjs: what is tested is what is deployed. */
export async function bundleFunctions(out = 'dist'): Promise<Bundle[]> {
  rmSync(out, { recursive: true, force: true });
  return Promise.all(functionNames().map((name) => bundleFunction(name, path.join(out, name))));
}

async function bundleFunction(name: string, outdir: string): Promise<Bundle> {
  const entry = path.join(FUNCTIONS, `${name}.ts`);
  const { metafile } = await build({ ...OPTIONS, entryPoints: { index: entry }, outdir, splitting: true });
  const files = [...startFiles(metafile)];
  const outputs = Object.values(metafile.outputs);
  if (outputs.some(({ imports }) => imports.some((each) => each.path === BEDROCK_CHUNK)))
    await build({ ...OPTIONS, plugins: [], entryPoints: { bedrock: BEDROCK }, outdir });
  return {
    name,
    startBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    sources: outputs.flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([source, { bytesInOutput }]) => (bytesInOutput > 0 ? [source] : [])),
    ),
  };
}

/** The SDK's credential chain and other rarely used parts are chunks that a function on Lambda never reads. */
function startFiles({ outputs }: Metafile): Set<Metafile['outputs'][string]> {
  const files = new Set<Metafile['outputs'][string]>();
  const add = (file: string) => {
    const output = outputs[file];
    if (!output || files.has(output)) return;
    files.add(output);
    for (const { path, kind } of output.imports) if (kind === 'import-statement') add(path);
  };
  for (const file of Object.keys(outputs)) if (path.basename(file) === 'index.mjs') add(file);
  return files;
}

/** Bundled by itself: beside the turn it would pull the whole Anthropic SDK into what both share. */
const bedrockApart: Plugin = {
  name: 'bedrock-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: new RegExp(`^${BEDROCK}$`) }, () => ({ path: BEDROCK_CHUNK, external: true })),
};

/**
 * An object with a computed key counts as an effect, so esbuild keeps every schema that has one, 45 kB of SESv2 alone.
 * The keys are constant strings: written as such, the unused schemas go.
 */
const literalKeys: Plugin = {
  name: 'literal-keys',
  setup: ({ onLoad }) =>
    onLoad({ filter: /@aws-sdk[\\/]client-[^\\/]+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ }, (file) => {
      const text = readFileSync(file.path, 'utf8');
      const constants = new Map(
        [...text.matchAll(/^const (\w+) = ("[^"]*");$/gm)].map(([, name, value]) => [name, value]),
      );
      const key = (computed: string, name: string) =>
        constants.has(name) ? `${constants.get(name)}:` : computed;
      return { contents: text.replace(/\[(\w+)\]:/g, key), loader: 'js' };
    }),
};

const OPTIONS = {
  bundle: true,
  minify: true,
  metafile: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  // Packages that ship both: the module build, which can be shaken.
  mainFields: ['module', 'main'],
  // Chinese in UTF-8, not as twice as long escapes.
  charset: 'utf8',
  legalComments: 'none',
  // CommonJS packages inside an ES module want a require.
  banner: {
    js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
  },
  plugins: [bedrockApart, literalKeys],
  logLevel: 'warning',
} as const satisfies BuildOptions;

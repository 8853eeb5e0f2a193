/**
 * Runs a TypeScript program as a bundle: node bin/bundled.mjs <file.ts> [arguments].
 *
 * To find and read the thousand files of its packages takes longer than most commands do. The bundle is kept in
 * node_modules/.cache until one of the files it was made of, or what is installed, has changed.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Of packages only what npm says is installed, and not their files, is looked at. */
const BESIDES = ['bin/bundled.mjs', 'tsconfig.json', 'node_modules/.package-lock.json'];
/** Packages with native parts, or that read files beside their own, stay where they are. */
const EXTERNAL = ['@node-rs/crc32', 'classic-level', 'dynalite', 'esbuild'];
/** A process that goes on for so long may still load a part of an older bundle. */
const KEPT_MS = 7 * 24 * 3_600_000;

const [entry, ...args] = process.argv.slice(2);
if (!entry) throw new Error('a TypeScript file is wanted: node bin/bundled.mjs <file.ts> [arguments]');
const file = path.resolve(entry);
const key = createHash('sha256').update(file).digest('hex').slice(0, 16);
const shared = path.join(ROOT, 'node_modules', '.cache', 'holdpoint');
const cache = path.join(shared, `${path.basename(file, '.ts')}-${key}`);
const program = current() ?? (await make());
process.argv = [process.execPath, file, ...args];
process.setSourceMapsEnabled(true);
// What V8 made of it: from Node 22 on.
module.enableCompileCache?.(path.join(shared, 'compiled'));
await import(pathToFileURL(path.join(cache, program)).href);

/** @returns {string | undefined} where the program begins, when every file it was made of is as it was */
function current() {
  try {
    const { program, stamps } = JSON.parse(readFileSync(path.join(cache, 'made.json'), 'utf8'));
    return Object.entries(stamps).every(([source, stamp]) => stampOf(source) === stamp) ? program : undefined;
  } catch {
    return undefined;
  }
}

async function make() {
  const { build, stop } = await import('esbuild');
  const begun = Date.now();
  const { metafile, outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [file],
    outdir: cache,
    // What did not change has the name it had: whoever runs the bundle before this one has its parts still.
    entryNames: 'program-[hash]',
    outExtension: { '.js': '.mjs' },
    write: false,
    bundle: true,
    splitting: true,
    minifyWhitespace: true,
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: EXTERNAL,
    mainFields: ['module', 'main'],
    // CommonJS packages inside an ES module want both.
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;",
    },
    logLevel: 'warning',
  });
  // Its process would stay as long as the program does, with hundreds of megabytes.
  await stop();
  const parts = new Map(outputFiles.map(({ path: part, contents }) => [path.basename(part), contents]));
  const program = [...parts.keys()].find((part) => /^program-\w+\.mjs$/.test(part));
  const sources = Object.keys(metafile.inputs).filter((source) => !source.startsWith('node_modules/'));
  // What changed meanwhile was perhaps read before: its stamp is none that it can have.
  const stamp = (source) => (changedAt(source) >= begun ? 'changing' : stampOf(source));
  const stamps = Object.fromEntries([...BESIDES, ...sources].map((source) => [source, stamp(source)]));
  mkdirSync(cache, { recursive: true });
  for (const [part, contents] of parts) {
    // By its name it has the same contents already.
    if (existsSync(path.join(cache, part))) utimesSync(path.join(cache, part), new Date(), new Date());
    else put(part, contents);
  }
  for (const part of readdirSync(cache)) {
    if (!parts.has(part) && changedAt(path.join(cache, part)) < begun - KEPT_MS)
      rmSync(path.join(cache, part), { force: true });
  }
  put('made.json', JSON.stringify({ program, stamps }));
  return program;
}

/** Whole or not at all: others may make the same bundle, or run it, at the same time. */
function put(name, contents) {
  const place = path.join(cache, name);
  writeFileSync(`${place}.${process.pid}`, contents);
  renameSync(`${place}.${process.pid}`, place);
}

function stampOf(source) {
  const stat = statSync(path.resolve(ROOT, source), { throwIfNoEntry: false });
  return stat ? `${stat.mtimeMs} ${stat.size}` : 'none';
}

function changedAt(source) {
  return statSync(path.resolve(ROOT, source), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { camelOf, skeleton } from '../template/skeleton.ts';
import { type Out, Usage } from './usage.ts';

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Writes a workflow's skeleton and puts it on the lists; it runs, and passes the checks, as it stands. */
export async function newWorkflow({
  name,
  root,
  out,
}: {
  name: string;
  root: string;
  out: Out;
}): Promise<number> {
  if (!NAME.test(name) || name.length > 32) {
    throw new Usage(
      `a name such as supplier-check is wanted (at most 32 letters, digits and -), "${name}" was given`,
    );
  }
  const files = skeleton(name);
  const taken = [...files.keys()].find((file) => existsSync(path.join(root, file)));
  if (taken) throw new Usage(`${taken} is there already`);
  for (const [file, text] of files) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
    out.note(`wrote ${file}`);
  }
  for (const [file, edits] of lists(name)) {
    writeFileSync(path.join(root, file), edits.reduce(insert, readFileSync(path.join(root, file), 'utf8')));
    out.note(`put it on ${file}`);
  }
  const isFormatted = format(root, [...files.keys(), ...lists(name).map(([file]) => file)]);
  out.note(`next: ${isFormatted ? '' : 'npm run format, then '}npm run holdpoint -- run ${name} --dry-run`);
  out.result({ workflow: name, files: [...files.keys()] });
  return 0;
}

/** Where a line is broken depends on the name; without the formatter, which only a clone has, that is left to do. */
function format(root: string, files: readonly string[]): boolean {
  try {
    const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
    return spawnSync(process.execPath, [biome, 'check', '--write', ...files], { cwd: root }).status === 0;
  } catch {
    return false;
  }
}

/** A line that goes before the first line that matches. */
type Edit = { readonly before: RegExp; readonly line: string };

function insert(text: string, { before, line }: Edit): string {
  const at = text.search(before);
  if (at < 0) throw new Error(`no place for "${line.trim()}" was found: put it there by hand`);
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}

function lists(name: string): [file: string, edits: Edit[]][] {
  const camel = camelOf(name);
  const pascal = `${camel.charAt(0).toUpperCase()}${camel.slice(1)}`;
  const import_ = (names: string, from: string): Edit => ({
    before: /^import /m,
    line: `import { ${names} } from '${from}';`,
  });
  const listed: Edit = { before: /^\];/m, line: `  ${camel},` };
  return [
    ['lambda/workflows/registry.ts', [import_(camel, `./${name}/workflow.ts`), listed]],
    ['lambda/workflows/rehearsals.ts', [import_(`rehearsal as ${camel}`, `./${name}/rehearsal.ts`), listed]],
    [
      'lib/local/functions.ts',
      [
        import_(`wire as read${pascal}`, `../../lambda/functions/read-${name}.ts`),
        import_(`wire as write${pascal}`, `../../lambda/functions/write-${name}.ts`),
        {
          before: /^\};\n\n\/\*\* The local name/m,
          line: `  '${name}': { read: read${pascal}, write: write${pascal} },`,
        },
      ],
    ],
  ];
}

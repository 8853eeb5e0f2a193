import path from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { ToolError } from '../../../define/tool-error.ts';
import type { Dependency } from './analysis.ts';

type Named = Omit<Dependency, 'file' | 'line'>;

/** What reads a manifest, by the file's name. */
const MANIFESTS: { readonly [name: string]: (text: string) => Named[] } = {
  'package.json': packageJson,
  'requirements.txt': requirements,
  'pyproject.toml': pyproject,
};

export const isManifest = (file: string): boolean => Object.hasOwn(MANIFESTS, path.posix.basename(file));

/**
 * The stack a manifest names, each part at the line it stands on.
 *
 * @throws {ToolError} BAD_MANIFEST
 */
export function stackOf(file: string, text: string): Dependency[] {
  const lines = text.split(/\r?\n/);
  let named: Named[];
  try {
    named = MANIFESTS[path.posix.basename(file)]?.(text.replace(/^\uFEFF/, '')) ?? [];
  } catch (error) {
    throw new ToolError(
      'business',
      'BAD_MANIFEST',
      `"${file}" cannot be read: ${(error as Error).message.split('\n')[0]}`,
    );
  }
  return named.map((part) => ({ file, line: lineOf(part.name, lines), ...part }));
}

/** Where a name is given something, or else stands at all. */
function lineOf(name: string, lines: readonly string[]): number {
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const word = `(^|["'\\s])${plain}(?![\\w-])`;
  const places = [`${word}["']?\\s*([:=<>~!@[;]|$)`, word].map((pattern) =>
    lines.findIndex((line) => new RegExp(pattern).test(line)),
  );
  return (places.find((at) => at >= 0) ?? 0) + 1;
}

type Texts = { readonly [name: string]: unknown };
const entries = (value: unknown): [string, string][] =>
  Object.entries((value ?? {}) as Texts).map(([name, version]) => [
    name,
    typeof version === 'string' ? version : ((version as { version?: string } | null)?.version ?? ''),
  ]);

function packageJson(text: string): Named[] {
  const { engines, dependencies, devDependencies } = JSON.parse(text) as Texts;
  const as = (use: Named['use'], from: unknown): Named[] =>
    entries(from).map(([name, version]) => ({ name, version, use }));
  return [...as('platform', engines), ...as('runtime', dependencies), ...as('development', devDependencies)];
}

/** "name[extra]>=1.2; marker" of PEP 508, as far as a stack needs it. */
function requirement(text: string, use: Named['use']): Named[] {
  const [, name, version = ''] = /^\s*([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*([^;#]*)/.exec(text) ?? [];
  return name ? [{ name, version: version.trim(), use }] : [];
}

function requirements(text: string): Named[] {
  const lines = text.split(/\r?\n/).filter((line) => !/^\s*(#|-|$)/.test(line));
  return lines.flatMap((line) => requirement(line, 'runtime'));
}

function pyproject(text: string): Named[] {
  const { project, tool } = parseToml(text) as { project?: Texts; tool?: { poetry?: Texts } };
  const python = project?.['requires-python'];
  const optional = Object.values((project?.['optional-dependencies'] ?? {}) as { [group: string]: string[] });
  return [
    ...(python ? [{ name: 'requires-python', version: String(python), use: 'platform' as const }] : []),
    ...((project?.dependencies ?? []) as string[]).flatMap((one) => requirement(one, 'runtime')),
    ...optional.flat().flatMap((one) => requirement(one, 'development')),
    ...entries(tool?.poetry?.dependencies).map(
      ([name, version]): Named => ({ name, version, use: name === 'python' ? 'platform' : 'runtime' }),
    ),
  ];
}

import type { Command, Mutant } from './list.ts';

/** As a person would type it. */
export const typed = ([command, ...args]: Command): string =>
  command === 'test' ? `npm test -- ${args.join(' ')}` : `npm run ${command} -- ${args.join(' ')}`;

/** docs/mutants.md: each guard, where it is, and what notices when it is gone. */
export function page(mutants: readonly Mutant[]): string {
  return [
    '# Guards, and what notices when one is gone',
    '',
    'Each row is a build with one guard taken out, on which the command fails; on the whole build it passes. `npm run mutants`',
    'makes every such build in a copy, runs its commands, and writes this page when none survives.',
    '',
    '| guard | file | fails without it |',
    '|---|---|---|',
    ...mutants.map(
      ({ guard, file, killedBy }) =>
        `| ${guard} | [${file.split('/').at(-1)}](../${file}) | ${killedBy.map((by) => `\`${typed(by)}\``).join('<br>')} |`,
    ),
    '',
  ].join('\n');
}

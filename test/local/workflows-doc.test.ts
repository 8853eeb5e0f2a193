import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { workflows } from '../../lambda/workflows/registry.ts';
import { run } from '../../lib/local/commands/run.ts';
import { compile } from '../../lib/machine/compile.ts';
import { mermaid } from '../../lib/machine/mermaid.ts';
import { prove, renderProof } from '../../lib/machine/prove.ts';

const home = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
afterAll(() => rmSync(home, { recursive: true }));

/** What a dry run prints, without what is another every time: the seconds, the port, the link. */
async function transcript(workflow: string): Promise<string> {
  const lines = [`$ npm run holdpoint -- run ${workflow} --dry-run --confirm`];
  const say = (line: unknown) => {
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    lines.push(
      text.replace(/^ +\d+\.\d\ds {2}\S+ {2}/, '  ').replace(/http:\/\/127\.0\.0\.1:\S+/, '<its link>'),
    );
  };
  const out = { terminal: false, note: say, result: say, interrupted: async () => {} };
  const code = await run({ workflow, dry: true, confirm: true, fresh: false, port: 0, home, env: {}, out });
  expect(code).toBe(0);
  return [...lines, `$ echo $?`, String(code)].join('\n');
}

const block = (language: string, text: string) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

const HEAD = `# The workflows, seen

A dry run of each, its machine as it is drawn by \`graph <workflow> --mermaid\`, and what \`prove <workflow>\` says of it. This page
is written and checked by \`test/local/workflows-doc.test.ts\` (\`npx vitest run test/local/workflows-doc.test.ts -u\` writes it anew).
`;

describe('docs/workflows.md', () => {
  it('shows for each workflow what a dry run prints, its machine, and its proofs, as they are today', async () => {
    const sections: string[] = [];
    for (const { name } of workflows) {
      const machine = compile(workflows.find((workflow) => workflow.name === name) ?? expect.fail(name));
      sections.push(
        `## ${name}`,
        block('', await transcript(name)),
        block('mermaid', mermaid(machine)),
        block('', renderProof(prove(machine))),
      );
    }
    await expect(`${[HEAD, ...sections].join('\n\n')}\n`).toMatchFileSnapshot('../../docs/workflows.md');
  }, 60_000);
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReadWorld } from '../../../lambda/define/runner.ts';
import { workspaceAt } from '../../../lambda/functions/workspace.ts';
import { passagesOf } from '../../../lambda/workflows/shared/knowledge/passages.ts';
import { runSearchKnowledge } from '../../../lambda/workflows/shared/tools/search-knowledge.run.ts';

const HANDBOOK = `# Handbook

Welcome.

## Weather

### Rainstorm warnings

When a black rainstorm warning is in force, stay where you are.

\`\`\`sh
# not a heading
\`\`\`

### Typhoons

Offices close at signal No. 8.
`;
const RULES = `# 規章

## 暴雨

黑色暴雨警告生效時，員工應留在室內。

## 請假

請提前三天申請。
`;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
  mkdirSync(path.join(directory, 'zh'));
  writeFileSync(path.join(directory, 'handbook.md'), HANDBOOK);
  writeFileSync(path.join(directory, 'zh', 'rules.markdown'), RULES);
  writeFileSync(path.join(directory, 'notes.txt'), 'black rainstorm: not a page');
  writeFileSync(path.join(directory, 'large.md'), 'rainstorm '.repeat(30_000));
  symlinkSync('/etc/passwd', path.join(directory, 'link.md'));
});
afterAll(() => rmSync(directory, { recursive: true }));

type Found = {
  passages: { path: string; heading: string; line: number; text: string }[];
  pages: number;
  unread: number;
};
const search = (query: string, place = directory): Promise<Found> => {
  const world: ReadWorld = {
    run: { run: 'r', workflow: 'w', businessDate: '2026-08-25', startedAt: '2026-08-25T00:00:00Z' },
    given: {},
    now: new Date('2026-08-25T00:00:00Z'),
    signal: AbortSignal.timeout(5000),
    settings: { KNOWLEDGE: place },
    http: { get: () => Promise.reject(new Error('nothing is fetched')) },
  };
  const runner = runSearchKnowledge((where) => workspaceAt({}, where));
  return runner.run({ query }, {}, world) as Promise<Found>;
};

describe('the company’s pages', () => {
  it('are searched passage by passage, with path and line', async () => {
    const { passages, pages, unread } = await search('black rainstorm warning');
    expect(passages[0]).toEqual({
      path: 'handbook.md',
      heading: 'Handbook > Weather > Rainstorm warnings',
      line: 9,
      text: 'When a black rainstorm warning is in force, stay where you are.\n\n```sh\n# not a heading\n```',
    });
    expect([pages, unread]).toEqual([2, 1]);
    expect(passages.map((passage) => passage.path)).not.toContain('link.md');
  });

  it.each([
    ['黑色暴雨', 'zh/rules.markdown', '規章 > 暴雨'],
    ['請假', 'zh/rules.markdown', '規章 > 請假'],
    ['typhon offices', 'handbook.md', 'Handbook > Weather > Typhoons'],
    ['ＴＹＰＨＯＯＮＳ', 'handbook.md', 'Handbook > Weather > Typhoons'],
  ])('are found in either language, a slip of the pen included: %s', async (query, file, heading) => {
    const [best] = (await search(query)).passages;
    expect([best?.path, best?.heading]).toEqual([file, heading]);
  });

  it('say nothing of what is not in them', async () => {
    expect((await search('parental leave zebra')).passages).toEqual([]);
  });

  it.each(['！？', '...'])('are not searched without a word: %s', async (query) => {
    await expect(search(query)).rejects.toMatchObject({
      failure: { kind: 'parameter', code: 'EMPTY_QUERY' },
    });
  });

  it('are not a whole bucket', () => {
    expect(() => workspaceAt({}, 's3://bucket')).toThrow(
      's3://bucket/prefix is wanted, "s3://bucket" was given',
    );
  });
});

describe('a page', () => {
  it('whose section is long becomes several passages of lines', () => {
    const paragraph = `${'word '.repeat(99)}end\n`;
    const passages = passagesOf('long.md', `# Long\n\n${paragraph.repeat(5)}`);
    expect(passages.map(({ line, text }) => [line, text.split('\n').length])).toEqual([
      [3, 2],
      [5, 2],
      [7, 1],
    ]);
  });

  it('whose headings jump a level keeps the ones above', () => {
    expect(passagesOf('a.md', '# A\n#### D\nd\n## B\nb').map(({ heading }) => heading)).toEqual([
      'A > D',
      'A > B',
    ]);
  });
});

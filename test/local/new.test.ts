import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newWorkflow } from '../../lib/local/commands/new.ts';

const LISTS = ['lambda/workflows/registry.ts', 'lambda/workflows/rehearsals.ts', 'lib/local/functions.ts'];
const out = { terminal: false, note: () => {}, result: () => {}, interrupted: async () => {} };

describe('a new workflow', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  beforeAll(() => {
    for (const file of [...LISTS, 'biome.json', '.gitignore'])
      cpSync(path.join(import.meta.dirname, '..', '..', file), path.join(root, file));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('is written whole and put on every list', async () => {
    expect(await newWorkflow({ name: 'supplier-check', root, out })).toBe(0);
    expect(read('lambda/workflows/supplier-check/workflow.ts')).toContain(
      'export const supplierCheck = defineWorkflow({',
    );
    expect(read('lambda/workflows/registry.ts')).toMatch(/^ {2}supplierCheck,\n\];/m);
    expect(read('lambda/workflows/rehearsals.ts')).toMatch(/^ {2}supplierCheck,\n\];/m);
    expect(read('lib/local/functions.ts')).toContain(
      "'supplier-check': { read: readSupplierCheck, write: writeSupplierCheck },",
    );
    expect(existsSync(path.join(root, 'test/workflows/supplier-check/supplier-check.test.ts'))).toBe(true);
  });

  it('stands as the formatter and the linter want it', () => {
    const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
    const { status, stderr } = spawnSync(process.execPath, [biome, 'ci', '.'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining('Checked 13 files')]);
  });

  it('never goes over one that is there', async () => {
    await expect(newWorkflow({ name: 'supplier-check', root, out })).rejects.toThrow('is there already');
  });

  it.each(['Supplier', 'a--b', '../up', '', 'x'.repeat(33)])('is not called %j', async (name) => {
    await expect(newWorkflow({ name, root, out })).rejects.toThrow('a name such as supplier-check is wanted');
  });
});

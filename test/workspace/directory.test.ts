import { execFileSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { directoryWorkspace } from '../../lambda/workspace/directory.ts';
import { workspaceContract } from './workspace.contract.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const root = mkdtempSync(path.join(tmpdir(), 'holdpoint-workspace-'));
  made.push(root);
  return root;
}

function open() {
  const root = folder();
  const put = (name: string, bytes: string | Buffer) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), bytes);
  };
  return { root, put, workspace: directoryWorkspace(root) };
}

workspaceContract('in a folder', async () => open());

describe('a folder with links', () => {
  it('neither reads, lists nor writes through a link to a file or to a folder', async () => {
    const outside = folder();
    writeFileSync(path.join(outside, 'secret.txt'), 'secret');
    const { root, workspace } = open();
    symlinkSync(path.join(outside, 'secret.txt'), path.join(root, 'file.txt'));
    symlinkSync(outside, path.join(root, 'folder'));
    const isLink = { failure: { code: 'IS_LINK' } };
    await expect(workspace.read('file.txt')).rejects.toMatchObject(isLink);
    await expect(workspace.read('folder/secret.txt')).rejects.toMatchObject(isLink);
    await expect(workspace.write('file.txt', 'x')).rejects.toMatchObject(isLink);
    await expect(workspace.write('folder/new.txt', 'x')).rejects.toMatchObject(isLink);
    await expect(workspace.list('folder')).rejects.toMatchObject(isLink);
    expect((await workspace.list('')).files).toEqual([]);
    expect(readFileSync(path.join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect(readdirSync(outside)).toEqual(['secret.txt']);
  });

  it('goes round in no loop of links, and waits for no pipe', async () => {
    const { root, workspace, put } = open();
    put('src/a.txt', 'a');
    symlinkSync('..', path.join(root, 'src', 'up'));
    symlinkSync('self', path.join(root, 'self'));
    execFileSync('mkfifo', [path.join(root, 'pipe.js')]);
    expect((await workspace.list('')).files).toEqual([{ path: 'src/a.txt', bytes: 1 }]);
    await expect(workspace.read('src/up/src/a.txt')).rejects.toMatchObject({ failure: { code: 'IS_LINK' } });
    await expect(workspace.read('self')).rejects.toMatchObject({ failure: { code: 'IS_LINK' } });
    await expect(workspace.read('pipe.js')).rejects.toMatchObject({ failure: { code: 'NOT_A_FILE' } });
  });

  it('does not write to a file that has a second name elsewhere', async () => {
    const outside = path.join(folder(), 'secret.txt');
    writeFileSync(outside, 'secret');
    const { root, workspace } = open();
    linkSync(outside, path.join(root, 'same.txt'));
    await expect(workspace.write('same.txt', 'x')).rejects.toMatchObject({ failure: { code: 'IS_LINK' } });
    expect(readFileSync(outside, 'utf8')).toBe('secret');
  });

  it('may itself be reached by a link: whoever set it up chose it', async () => {
    const { root } = open();
    const link = path.join(folder(), 'link');
    symlinkSync(root, link);
    await directoryWorkspace(link).write('a.txt', 'x');
    expect(readFileSync(path.join(root, 'a.txt'), 'utf8')).toBe('x');
  });
});

describe('a file that is replaced', () => {
  it('leaves nothing half-made behind, nor where a folder has its name', async () => {
    const { root, put, workspace } = open();
    put('folder/a.txt', 'old');
    await workspace.write('folder/a.txt', 'new');
    expect(readdirSync(path.join(root, 'folder'))).toEqual(['a.txt']);
    await expect(workspace.write('folder', 'x')).rejects.toMatchObject({ failure: { code: 'NOT_A_FILE' } });
    await expect(workspace.write('folder/a.txt/b', 'x')).rejects.toMatchObject({
      failure: { code: 'NO_SUCH_FILE' },
    });
    await expect(workspace.read('folder')).rejects.toMatchObject({ failure: { code: 'NOT_A_FILE' } });
    expect(lstatSync(path.join(root, 'folder')).isDirectory()).toBe(true);
  });
});

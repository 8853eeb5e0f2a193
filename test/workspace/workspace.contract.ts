import { describe, expect, it } from 'vitest';
import type { WritableWorkspace } from '../../lambda/define/workspace.ts';

export type Place = {
  readonly workspace: WritableWorkspace;
  /** Puts a file there by other means than the workspace. */
  readonly put: (path: string, bytes: string | Buffer) => void;
};

/** What every place of files must do, whatever keeps them. */
export function workspaceContract(name: string, open: () => Promise<Place>): void {
  describe(`a workspace ${name}`, () => {
    it('reads what was written, to the byte', async () => {
      const { workspace } = await open();
      const text = 'first\r\n二\u0301 🔥\n\ttabs stay\n';
      await workspace.write('a/b/c.txt', text);
      expect(await workspace.read('a/b/c.txt')).toBe(text);
      await workspace.write('a/b/c.txt', '');
      expect(await workspace.read('a/b/c.txt')).toBe('');
    });

    it('lists files by path, all pages of them, and leaves out what tools fill', async () => {
      const { workspace, put } = await open();
      for (const path of ['z.txt', 'src/b.ts', 'src/a.ts', 'src/deep/c.ts', 'node_modules/x/index.js'])
        put(path, 'four');
      put('.git/config', 'x');
      const all = await workspace.list('');
      expect(all.files.map(({ path }) => path).sort()).toEqual([
        ...['src/a.ts', 'src/b.ts', 'src/deep/c.ts', 'z.txt'],
      ]);
      expect(all).toMatchObject({ more: false });
      expect(all.files[0]).toMatchObject({ bytes: 4 });
      expect((await workspace.list('src/deep')).files).toEqual([{ path: 'src/deep/c.ts', bytes: 4 }]);
    });

    it('names five hundred files and says that there are more', async () => {
      const { workspace, put } = await open();
      for (let n = 0; n < 501; n++) put(`f${String(n).padStart(3, '0')}`, '');
      const { files, more } = await workspace.list('');
      expect([files.length, more]).toEqual([500, true]);
      expect(await workspace.list('', files.at(-1)?.path)).toEqual({
        files: [{ path: 'f500', bytes: 0 }],
        more: false,
      });
    });

    it('goes on behind any of its files, and each comes once', async () => {
      const { workspace, put } = await open();
      for (const path of ['a/b.ts', 'a/b/c.ts', 'a.ts', 'a-b/d.ts', 'z.ts']) put(path, '');
      const all = (await workspace.list('')).files.map(({ path }) => path);
      expect(all).toHaveLength(5);
      for (const [index, path] of all.entries()) {
        const rest = (await workspace.list('', path)).files;
        expect(rest.map((file) => file.path)).toEqual(all.slice(index + 1));
      }
      expect((await workspace.list('a', 'a/b.ts')).more).toBe(false);
    });

    it.each([
      '',
      '/etc/passwd',
      '../up',
      'a/../../up',
      'a\\..\\b',
      'C:/x',
      '~/x',
      'a//b',
      './a',
      'a\u0000',
      'a\u202eb',
    ])('takes %j for no path, to read, to write or to list', async (path) => {
      const { workspace } = await open();
      const refused = { failure: { kind: 'parameter', code: 'BAD_PATH', field: 'path' } };
      await expect(workspace.read(path)).rejects.toMatchObject(refused);
      await expect(workspace.write(path, 'x')).rejects.toMatchObject(refused);
      if (path) await expect(workspace.list(path)).rejects.toMatchObject(refused);
    });

    it('says which file is not there', async () => {
      const { workspace } = await open();
      await expect(workspace.read('none.txt')).rejects.toMatchObject({
        failure: { kind: 'business', code: 'NO_SUCH_FILE', message: '"none.txt" does not exist' },
      });
      await expect(workspace.list('none')).rejects.toMatchObject({ failure: { code: 'NO_SUCH_FILE' } });
    });

    it('refuses what is too large, and what is no text', async () => {
      const { workspace, put } = await open();
      put('large.txt', Buffer.alloc(262_145, 97));
      put('largest.txt', Buffer.alloc(262_144, 97));
      put('image.png', Buffer.from([0x89, 0x50, 0x4e, 0x47]));
      put('zero.bin', 'a\u0000b');
      await expect(workspace.read('large.txt')).rejects.toMatchObject({
        failure: { code: 'FILE_TOO_LARGE' },
      });
      expect(await workspace.read('largest.txt')).toHaveLength(262_144);
      await expect(workspace.read('image.png')).rejects.toMatchObject({ failure: { code: 'NOT_TEXT' } });
      await expect(workspace.read('zero.bin')).rejects.toMatchObject({ failure: { code: 'NOT_TEXT' } });
      const large = '二'.repeat(87_382);
      await expect(workspace.write('x', large)).rejects.toMatchObject({
        failure: { code: 'FILE_TOO_LARGE' },
      });
    });
  });
}

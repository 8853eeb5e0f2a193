import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openLocalHost } from '../../lib/local/host.ts';
import { openBench } from './bench.ts';
import { decide } from './person.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe('a host that is closed and opened again', () => {
  it('goes on with what was parked: the same link, the same model, the same words to it', async () => {
    const first = await openBench({ directory, keep: true });
    const parked = await first.run('2030-05-02');
    const before = first.asked('2030-05-02');
    await first.close();

    const second = await openBench({
      directory,
      at: '2030-05-02T09:30:00+08:00',
      env: { ANTHROPIC_MODEL: 'another-model' },
    });
    try {
      const standing = await second.standingNow(parked.run);
      expect(standing).toMatchObject({ state: 'WAITING_CONFIRM', steps: 3 });
      expect(new URL(standing.link ?? '').pathname).toBe(new URL(parked.link ?? '').pathname);
      expect((await decide(standing.link ?? '', 'APPROVED')).status).toBe(303);
      expect(await second.ended(parked.run)).toMatchObject({ state: 'DONE', steps: 4 });
      const [after] = second.asked('2030-05-02');
      expect(after?.model).toBe('scripted-model');
      expect({ system: after?.system, tools: after?.tools }).toEqual({
        system: before[0]?.system,
        tools: before[0]?.tools,
      });
      expect(after?.messages.slice(0, 5)).toEqual(before[2]?.messages);
      const fresh = await second.run('2030-05-03');
      expect((await second.record(fresh.run)).run.model).toBe('another-model');

      const intruder = openLocalHost({ directory, dry: false, env: {}, port: 0 });
      await expect(intruder).rejects.toThrow(/is in use by process \d+: stop it first/);
      expect((await second.standingNow(fresh.run)).state).toBe('WAITING_CONFIRM');
    } finally {
      await second.close();
    }
  });
});

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workflow } from '../../lambda/define/workflow.ts';
import { type Audit, auditOf } from '../../lambda/states/audit.ts';
import { replay } from '../../lambda/states/replay.ts';
import { workflowNamed } from '../../lambda/workflows/registry.ts';
import { rehearsals } from '../../lambda/workflows/rehearsals.ts';
import { approve } from '../../lib/local/approve.ts';
import { openLocalHost } from '../../lib/local/host.ts';
import { Progress } from '../../lib/local/progress.ts';
import { summarize } from '../../lib/local/summary.ts';
import { store } from './store.ts';

const SAVED = path.join(import.meta.dirname, '..', 'replays');
const saved = existsSync(SAVED) ? readdirSync(SAVED).filter((name) => name.endsWith('.json')) : [];

describe('a recorded run', () => {
  let audit: Audit;
  const directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
  const workflow = workflowNamed('morning-brief');

  beforeAll(async () => {
    const progress = new Progress(() => {});
    const { onEvent, onStatusChange } = progress;
    const host = await openLocalHost({
      directory,
      dry: true,
      env: {},
      port: 0,
      store,
      onEvent,
      onStatusChange,
    });
    const rehearsal = rehearsals.find((one) => one.workflow === 'morning-brief');
    const { run } = await host.start({
      workflow: 'morning-brief',
      businessDate: '2026-08-25',
      trigger: 'manual',
      input: rehearsal?.input ?? null,
      recording: { observedAt: rehearsal?.observedAt ?? '' },
    });
    await progress.settled(run);
    await approve((await summarize(host, run)).link ?? '');
    await progress.end(run);
    audit = await auditOf(host.items, run);
    await host.close();
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is exported whole, every digest recomputed, without the task token', () => {
    expect(audit.record.run.state).toBe('DONE');
    expect(audit.checks).toHaveLength(2);
    expect(audit.checks.every(({ holds }) => holds)).toBe(true);
    expect(audit.gates).toHaveLength(1);
    expect(JSON.stringify(audit)).not.toContain('"token"');
  });

  it('is decided the same way by the code that made it, without model or network', async () => {
    expect(await replay(audit, workflow)).toEqual([]);
  });

  it('is decided otherwise by a workflow whose evidence has become stricter', async () => {
    const stricter: Workflow = {
      ...workflow,
      evidence: [
        { kind: 'fresh', fact: 'weather', judge: () => ({ ok: false, code: 'STALE', message: 'too old' }) },
      ],
    };
    const differences = await replay(audit, stricter);
    expect(differences.map(({ at }) => at)).toContain('fact weather-0001-0: its verdict');
  });

  it('is decided otherwise by a stage that no longer has the tool', async () => {
    const [name, stage] = Object.entries(workflow.stages)[0] ?? [];
    if (!name || !stage) throw new Error('the workflow has no stage');
    const fewer = { ...workflow, stages: { [name]: { ...stage, tools: stage.tools.slice(0, 2) } } };
    const differences = await replay(audit, fewer);
    expect(differences.map(({ at }) => at)).toContain('turn 3: what became of its calls');
  });
});

describe.skipIf(saved.length === 0)('saved runs', () => {
  it.each(saved)('%s is decided today as it was then', async (file) => {
    const audit = JSON.parse(readFileSync(path.join(SAVED, file), 'utf8')) as Audit;
    expect(await replay(audit, workflowNamed(audit.record.run.workflow))).toEqual([]);
  });
});

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workflow } from '../../lambda/define/workflow.ts';
import { type Audit, auditOf } from '../../lambda/states/audit.ts';
import { replay } from '../../lambda/states/replay.ts';
import { workflowNamed } from '../../lambda/workflows/registry.ts';
import { approve } from '../../lib/local/approve.ts';
import { replayRun } from '../../lib/local/commands/replay.ts';
import { summarize } from '../../lib/local/summary.ts';
import { briefOf, rehearsing } from './rehearsing.ts';

const SAVED = path.join(import.meta.dirname, '..', 'replays');
const saved = existsSync(SAVED) ? readdirSync(SAVED).filter((name) => name.endsWith('.json')) : [];

describe('a recorded run', () => {
  let audit: Audit;
  const directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
  const workflow = workflowNamed('morning-brief');

  beforeAll(async () => {
    const { host, progress } = await rehearsing(directory);
    const { run } = await host.start(briefOf('2026-08-25'));
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

describe('a saved run', () => {
  const [name = expect.fail('no run is saved')] = saved;
  const audit = JSON.parse(readFileSync(path.join(SAVED, name), 'utf8')) as Audit;
  const workflow = workflowNamed('plan-execute-review');
  const replayed = async (changed: Audit) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'holdpoint-'));
    const run = path.join(directory, 'run.json');
    writeFileSync(run, JSON.stringify(changed));
    const notes: string[] = [];
    const out = { terminal: false, note: (line: string) => void notes.push(line), result: () => {} };
    const where = { dry: true, home: directory, out: { ...out, interrupted: async () => {} } };
    const code = await replayRun({ run, save: false, ...where });
    rmSync(directory, { recursive: true });
    return { code, notes };
  };

  it('is decided otherwise once a rule is edited: a plan of three steps, where four are wanted', async () => {
    const { PLANNING } = workflow.stages;
    if (!PLANNING) throw new Error('the workflow has no PLANNING');
    const check: typeof PLANNING.check = ({ output }) =>
      (output as { steps: unknown[] }).steps.length < 4 ? 'four steps are wanted' : undefined;
    const edited = { ...workflow, stages: { ...workflow.stages, PLANNING: { ...PLANNING, check } } };
    expect((await replay(audit, edited)).slice(0, 2)).toEqual([
      {
        at: 'turn 1: where the machine goes',
        recorded: { to: 'STAGE', stage: 'EXECUTING', via: 'planned' },
        today: { to: 'STAGE', stage: 'PLANNING', via: 'again' },
      },
      { at: 'turn 1: its output', recorded: audit.record.turns[0]?.output, today: undefined },
    ]);
  });

  it('is decided otherwise once a rule is gone: what was corrected then is no fault today', async () => {
    const turns = audit.record.turns.map((turn) =>
      turn.turn === 1 ? { ...turn, outputFault: { code: 'OUTPUT_INVALID', message: 'too short' } } : turn,
    );
    const [first] = await replay({ ...audit, record: { ...audit.record, turns } }, workflow);
    expect(first?.at).toBe('turn 1: what was wrong with it');
  });

  it('makes the command end with 0, and with 1 where the record was decided otherwise', async () => {
    expect(await replayed(audit)).toEqual({ code: 0, notes: [] });
    const turns = audit.record.turns.map((turn) =>
      turn.turn === 6 ? { ...turn, next: { to: 'STAGE' as const, stage: 'EXECUTING', via: 'redo' } } : turn,
    );
    const { code, notes } = await replayed({ ...audit, record: { ...audit.record, turns } });
    expect([code, notes]).toEqual([
      1,
      [
        'turn 6: where the machine goes',
        '  recorded  {"to":"STAGE","stage":"EXECUTING","via":"redo"}',
        expect.stringMatching(/^ {2}today {5}\{"to":"FINISH","via":"pass","failed":false,/),
      ],
    ]);
  });
});

describe('saved runs', () => {
  it.each(saved)('%s is decided today as it was then', async (file) => {
    const audit = JSON.parse(readFileSync(path.join(SAVED, file), 'utf8')) as Audit;
    expect(await replay(audit, workflowNamed(audit.record.run.workflow))).toEqual([]);
  });
});

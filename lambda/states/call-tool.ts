import { type Clock, shifted } from '../define/clock.ts';
import { toSeconds } from '../define/duration.ts';
import { isPassing } from '../define/passing.ts';
import type { Http, Runner } from '../define/runner.ts';
import type { ToolFailure, ToolResult } from '../define/tool-error.ts';
import { recordCall } from '../ledger/call.ts';
import type { Items } from '../ledger/items.ts';
import { type Call, type RunRecord, readRecord } from '../ledger/record.ts';
import { identityOf } from './view.ts';

export type CallToolDeps = {
  readonly items: Items;
  readonly clock: Clock;
  readonly runners: readonly Runner[];
  readonly http: Http;
  readonly settings: { readonly [name: string]: string };
};

/** READ_ONLY: runs one call that reads or computes, and records what it answered. */
export async function callTool(
  event: { readonly run: string; readonly turn: number; readonly index: number },
  deps: CallToolDeps,
): Promise<{ readonly ok: boolean }> {
  const record = await readRecord(deps.items, event.run);
  const call = record.turns.find(({ turn }) => turn === event.turn)?.calls[event.index];
  if (call?.standing !== 'read') throw new CallUnknown(event.turn, event.index);
  const done = record.calls.find(({ turn, index }) => turn === event.turn && index === event.index);
  if (done?.standing === 'final') return { ok: done.result.ok };

  const clock = shifted(deps.clock, record.run.clockOffsetMs);
  const result = await answer(call, record, deps, clock.now());
  const at = clock.now().toISOString();
  const { standing } = await recordCall(deps.items, event.run, {
    turn: event.turn,
    index: event.index,
    result,
    at,
  });
  if (standing === 'transient' && !result.ok) throw new TransientToolError(result.error);
  return { ok: result.ok };
}

async function answer(call: Call, record: RunRecord, deps: CallToolDeps, now: Date): Promise<ToolResult> {
  const runner = deps.runners.find(({ tool }) => tool.name === call.tool);
  if (!runner) throw new TypeError(`no runner of "${call.tool}" is deployed here`);
  const needs = Object.fromEntries(
    Object.entries(call.facts).map(([name, id]) => [
      name,
      record.facts.find((fact) => fact.id === id)?.value,
    ]),
  );
  const signal = AbortSignal.timeout(toSeconds(runner.tool.timeout) * 1000);
  const world = {
    run: identityOf(record),
    given: record.run.input,
    now,
    signal,
    settings: deps.settings,
    http: deps.http,
  };
  try {
    const data = runner.tool.output.parse(await runner.run(call.args, needs, world));
    return { ok: true, data, key: call.key };
  } catch (error) {
    return { ok: false, error: failureOf(error, runner.tool.name), key: call.key };
  }
}

/** A tool's own failure as it says; whatever else was thrown is not the model's to see. */
export function failureOf(error: unknown, tool: string): ToolFailure {
  const failure = (error as { failure?: ToolFailure }).failure;
  if (failure) return failure;
  const name = error instanceof Error ? error.name : 'Error';
  if (name === 'TimeoutError' || name === 'AbortError') {
    return { kind: 'transient', code: 'TIMEOUT', message: `${tool} did not answer in time`, retryable: true };
  }
  if (isPassing(error)) {
    const message = `what ${tool} reads from failed: ${name}`;
    return { kind: 'transient', code: 'UNAVAILABLE', message, retryable: true };
  }
  return { kind: 'business', code: 'TOOL_FAILED', message: `${tool} failed: ${name}`, retryable: false };
}

/** The tool may answer if it is asked again; the machine does that. */
export class TransientToolError extends Error {
  override readonly name = 'TransientToolError';
  constructor(failure: ToolFailure) {
    super(`${failure.code}: ${failure.message}`);
  }
}

/** The machine asked for a call that no turn recorded. */
export class CallUnknown extends Error {
  override readonly name = 'CallUnknown';
  constructor(turn: number, index: number) {
    super(`turn ${turn} has no call ${index} to run`);
  }
}

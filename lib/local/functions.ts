import type { FunctionName } from '../../lambda/define/machine-words.ts';
import { wire as admit } from '../../lambda/functions/admit.ts';
import { wire as ask } from '../../lambda/functions/ask.ts';
import { wire as closeGate } from '../../lambda/functions/close-gate.ts';
import { named, type Wire } from '../../lambda/functions/deployed.ts';
import { wire as finish } from '../../lambda/functions/finish.ts';
import type { Handler, Host } from '../../lambda/functions/host.ts';
import { wire as readCodebaseAnalysis } from '../../lambda/functions/read-codebase-analysis.ts';
import { wire as readMorningBrief } from '../../lambda/functions/read-morning-brief.ts';
import { wire as readPlanExecuteReview } from '../../lambda/functions/read-plan-execute-review.ts';
import { wire as readProductQuery } from '../../lambda/functions/read-product-query.ts';
import { wire as readTravelAdvice } from '../../lambda/functions/read-travel-advice.ts';
import { wire as sweep } from '../../lambda/functions/sweep.ts';
import { wire as turn } from '../../lambda/functions/turn.ts';
import { wire as undelivered } from '../../lambda/functions/undelivered.ts';
import { wire as validate } from '../../lambda/functions/validate.ts';
import { wire as watch } from '../../lambda/functions/watch.ts';
import { wire as writeMorningBrief } from '../../lambda/functions/write-morning-brief.ts';
import { wire as writePlanExecuteReview } from '../../lambda/functions/write-plan-execute-review.ts';

/** A machine names functions; these serve every workflow, and these are each workflow's own. */
type AnyWire = Wire<never, unknown>;
const SHARED: { readonly [name: string]: AnyWire } = {
  admit,
  turn,
  validate,
  ask,
  closeGate,
  finish,
  sweep,
  watch,
  undelivered,
};
const OWN: { readonly [workflow: string]: { readonly read: AnyWire; readonly write?: AnyWire } } = {
  'morning-brief': { read: readMorningBrief, write: writeMorningBrief },
  'plan-execute-review': { read: readPlanExecuteReview, write: writePlanExecuteReview },
  'codebase-analysis': { read: readCodebaseAnalysis },
  'product-query': { read: readProductQuery },
  'travel-advice': { read: readTravelAdvice },
};

/** The local name that stands where a deployment has an ARN. */
export const localFunction = (workflow: string, name: FunctionName): string =>
  name === 'read' || name === 'write' ? `${name}-${workflow}` : name;

const WIRES: ReadonlyMap<string, AnyWire> = new Map([
  ...Object.entries(SHARED),
  ...Object.entries(OWN).flatMap(([workflow, { read, write }]): [string, AnyWire][] => [
    [localFunction(workflow, 'read'), read],
    ...(write ? [[localFunction(workflow, 'write'), write] as [string, AnyWire]] : []),
  ]),
]);

/** One function by its local name, wired for this host. */
export function localHandler(name: string, host: Host): Handler<unknown, unknown> | undefined {
  const wire = WIRES.get(name);
  return wire && (named(wire(host)) as Handler<unknown, unknown>);
}

/** Every function by its local name, wired once for this host. */
export const localFunctions = (host: Host): ReadonlyMap<string, Handler<unknown, unknown>> =>
  new Map([...WIRES.keys()].map((name) => [name, localHandler(name, host) as Handler<unknown, unknown>]));

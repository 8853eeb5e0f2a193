import type { Json } from '../json.ts';
import type { Fan, Thread } from '../thread.ts';
import type { Step } from './state.ts';

/** Map and Parallel while their children run: what a child that ends means for the thread above it. */
export function withOutput(fan: Fan, index: number, output: Json): Fan {
  return { ...fan, outputs: { ...fan.outputs, [index]: output }, finished: fan.finished + 1 };
}

/** The outputs in the order of the items, whatever order they came in. */
export function outputsInOrder(fan: Fan): Json[] {
  return fan.items.map((_, index) => fan.outputs[index] ?? null);
}

/** The threads below one, deepest first. */
export function descendants(step: Pick<Step, 'draft'>, ancestor: Thread): Thread[] {
  const children = [...step.draft.alive()].filter((thread) => thread.parent === ancestor.id);
  return children.flatMap((child) => [...descendants(step, child), child]);
}

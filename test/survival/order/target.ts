import type { Receipt } from '../../../lambda/define/runner.ts';

/** Where orders go. `find` is how a lost outcome is looked up; a target that cannot be asked throws. */
export type Target = {
  place(key: string, order: Order, signal: AbortSignal): Promise<Receipt>;
  find(key: string, signal: AbortSignal): Promise<Receipt | undefined>;
};
export type Order = { readonly item: string; readonly qty: number };

/** What is true of a target: it refuses a second order with a key it knows; it can say which keys it has seen. */
export type Kind = { readonly keyed: boolean; readonly answers: boolean };

/** A target in memory, with the orders that took effect: one per placing, but for the keys it knows. */
export function memoryTarget({ keyed, answers }: Kind) {
  const placed: (Order & { readonly key: string })[] = [];
  const receipt = (at: number): Receipt => ({ id: `O-${at + 1}`, at: '2026-08-25T03:10:00.000Z' });
  const known = (key: string) => placed.findIndex((order) => order.key === key);
  const target: Target = {
    async place(key, order) {
      const at = known(key);
      return receipt(keyed && at >= 0 ? at : placed.push({ key, ...order }) - 1);
    },
    async find(key) {
      if (!answers) throw new Error('this target cannot be asked');
      const at = known(key);
      return at < 0 ? undefined : receipt(at);
    },
  };
  return { target, placed };
}

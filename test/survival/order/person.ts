import type { Person } from '../../../lib/local/crash/person.ts';

/** Approves; asked what became of an unknown order, looks where orders arrive and says what is true. */
export const truthful = (placed: readonly unknown[]): Person => ({
  thinksMinutes: 7,
  say(offered) {
    if (!offered.includes('HAPPENED')) return { choice: 'APPROVED' };
    return placed.length > 0
      ? { choice: 'HAPPENED', comment: 'it is in the list of orders' }
      : { choice: 'REDO' };
  },
});

/** Approves, and says this of an unknown order. */
export const settling = (choice: 'HAPPENED' | 'REDO' | 'STOP'): Person => ({
  thinksMinutes: 7,
  say: (offered) =>
    offered.includes('HAPPENED') ? { choice, comment: 'so I was told' } : { choice: 'APPROVED' },
});

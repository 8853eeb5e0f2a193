import { toSeconds } from '../../lambda/define/duration.ts';
import { SWEEP_EVERY } from '../../lambda/define/gate-policy.ts';
import { LEASE_MARGIN_SECONDS, SETTLE_SECONDS, WRITE_SECONDS } from '../../lambda/define/machine-words.ts';
import type { Rule, State } from './asl.ts';
import { choice, gate, map, said } from './shapes.ts';

/** Asks for a turn's proposed writes. */
export const CONFIRMING = {
  WAITING_CONFIRM: gate(
    'CONFIRM',
    'CONFIRMED',
    '{% $route.gate.seconds %}',
    "Asks a person for this turn's proposed writes",
  ),
  CONFIRMED: choice([said('WRITE', 'WRITE'), said('CLOSE', 'CLOSE_GATE')]),
} satisfies Record<string, State>;

/** Does what was approved; an outcome nobody knows is a person's to settle. */
export const writing = (toStages: readonly Rule[]) =>
  ({
    WRITE: map('write', 'WRITTEN', {
      comment: 'Each approved act, once; the decision is read again before it is claimed',
      items: '{% [$writes] %}',
      item: { kind: '{% $gate %}' },
      step: 'ACT',
      retry: [
        {
          ErrorEquals: ['WriteInFlight'],
          IntervalSeconds: WRITE_SECONDS + LEASE_MARGIN_SECONDS,
          MaxAttempts: 3,
          BackoffRate: 1,
        },
      ],
      failed: { outcome: 'UNKNOWN' },
      assign: { unknown: "{% 'UNKNOWN' in $states.result.outcome %}" },
    }),
    WRITTEN: choice([
      // A person said once what to do: an act still in doubt after that is not asked about for ever.
      {
        Condition: "{% $unknown and $gate = 'SETTLE' %}",
        Assign: { error: 'OUTCOME_UNKNOWN' },
        Next: 'FAIL',
      },
      { Condition: '{% $unknown %}', Next: 'SETTLE' },
      ...toStages,
    ]),
    SETTLE: gate(
      'SETTLE',
      'SETTLED',
      SETTLE_SECONDS + 2 * toSeconds(SWEEP_EVERY),
      'A person says what became of an unknown outcome',
    ),
    SETTLED: choice([said('WRITE', 'WRITE'), said('CLOSE', 'CLOSE_GATE')]),
  }) satisfies Record<string, State>;

import { Shown } from '../../../lambda/gate/layout.tsx';
import type { GateItem } from '../../../lambda/ledger/gate.ts';
import { When } from './shell.tsx';

/** Those whom a letter did not reach, as lines of a list of facts. */
export const Undelivered = ({ gate: { undelivered = [] } }: { gate: Pick<GateItem, 'undelivered'> }) => (
  <>
    {undelivered.map(({ to, why, detail = '', at }) => (
      <>
        <dt>undelivered</dt>
        <dd class="bad">
          <Shown text={`to ${to}: ${why} ${detail}`.trim()} />, <When at={at} />
        </dd>
      </>
    ))}
  </>
);

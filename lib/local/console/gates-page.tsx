import type { GateItem } from '../../../lambda/ledger/gate.ts';
import { Shell, When } from './shell.tsx';

/** Open gates, the longest waiting first. Links are in the mails only: an operator is not an approver. */
export const GatesPage = ({ gates, dry }: { gates: readonly GateItem[]; dry: boolean }) => (
  <Shell title="Open gates" dry={dry}>
    <h1>Open gates</h1>
    {gates.length === 0 && <p>Nobody is being waited for.</p>}
    {gates.map((gate) => (
      <section>
        <h2>
          <a href={`/console/runs/${gate.run}`}>{gate.run}</a> <small>{gate.kind}</small>
        </h2>
        <table>
          <tbody>
            <tr>
              <th>asks</th>
              <td>{gate.proposals.map(({ preview }) => preview.act.en).join('; ')}</td>
            </tr>
            <tr>
              <th>of</th>
              <td>{gate.approvers.map(({ name }) => name).join(', ')}</td>
            </tr>
            <tr>
              <th>since</th>
              <td>
                <When at={gate.openedAt} />
              </td>
            </tr>
            <tr>
              <th>until</th>
              <td>
                <When at={gate.decideBy} />
              </td>
            </tr>
          </tbody>
        </table>
      </section>
    ))}
  </Shell>
);

import { openEngine, systemTimers } from '../../../lib/local/engine/engine.ts';
import { openFileJournal } from '../../../lib/local/engine/file-journal.ts';
import { ask, call, machine } from './rehearse.ts';

/** A host that starts executions until it is killed, and prints a line for each that was acknowledged. */
const [directory = ''] = process.argv.slice(2);
const engine = await openEngine({
  journal: await openFileJournal(directory),
  timers: systemTimers,
  account: '123456789012',
  invoke: async (_, payload) => payload,
});
const definition = JSON.stringify(
  machine({
    Work: call('work', { Next: 'Rest' }),
    Rest: { Type: 'Wait', Seconds: 1, Next: 'Ask' },
    Ask: ask({ TimeoutSeconds: 1, Catch: [{ ErrorEquals: ['States.Timeout'], Next: 'More' }], Next: 'More' }),
    More: call('more', { Arguments: '{% $states.context.Execution.Name %}' }),
  }),
);
const { stateMachineArn } = engine.createStateMachine({ name: 'machine', definition });
await Promise.all(
  Array.from({ length: 8 }, async (_, lane) => {
    for (let n = 0; ; n++) {
      const name = `${lane}-${n}`;
      const { executionArn } = await engine.startExecution({ stateMachineArn, name });
      process.stdout.write(`${executionArn}\n`);
    }
  }),
);

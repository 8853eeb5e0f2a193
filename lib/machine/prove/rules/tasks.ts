import { between } from '../expressions.ts';
import { edgeOf, fieldsOf, listOf, type Node, placeOf, textOf } from '../graph.ts';
import type { Rule } from '../proof.ts';
import { isCallback, works } from '../roles.ts';
import { usesOf } from '../uses.ts';

const tasks = (nodes: readonly Node[]) => nodes.filter(({ type }) => type === 'Task');

export const timeout: Rule = {
  rule: 'P2 timeout',
  law: 'every Task has a time limit: a number of seconds, or one that is computed before it is entered',
  *faults({ top, nodes }) {
    for (const node of tasks(nodes)) {
      const { TimeoutSeconds: seconds } = node.fields;
      const computed = between(textOf(seconds)) !== undefined;
      if (!computed && !(Number.isInteger(seconds) && Number(seconds) > 0))
        yield { what: `${placeOf(node)} has the TimeoutSeconds ${JSON.stringify(seconds)}` };
      // The machine's own timeout is caught by nothing: the run would end without FINISH.
      if (Number(seconds) >= Number(top.fields.TimeoutSeconds))
        yield { what: `${placeOf(node)} outlasts the machine` };
    }
  },
};

export const token: Rule = {
  rule: 'P2 token',
  law: 'every Task that waits for an answer hands out the token that brings it',
  *faults({ nodes }) {
    for (const node of nodes.filter(isCallback)) {
      const handed = usesOf(node).some(
        ({ field, expression }) =>
          field === 'Arguments' && expression?.states.some((path) => path.join('.') === 'context.Task.Token'),
      );
      if (!handed) yield { what: `${placeOf(node)} waits for a token it gives to nobody` };
    }
  },
};

/** More tries than this are a loop, not a retry. */
const MOST_TRIES = 20;

export const retry: Rule = {
  rule: 'P2 retry',
  law: 'every Task is tried again, a stated number of times, after the errors that pass; a callback never because nobody answered',
  *faults({ nodes }, facts) {
    for (const node of tasks(nodes)) {
      const at = placeOf(node);
      const retriers = listOf(node.fields.Retry).map(fieldsOf);
      const callback = isCallback(node);
      for (const error of [...facts.transient, ...(callback ? [] : [facts.timeout])]) {
        if (!(Number(firstFor(retriers, error)?.MaxAttempts) >= 1))
          yield { what: `${at} is not tried again after ${error}` };
      }
      if (
        callback &&
        retriers.some((retrier) =>
          NOBODY_ANSWERED.some((error) => listOf(retrier.ErrorEquals).includes(error)),
        )
      )
        yield { what: `${at} asks again when nobody answered` };
      for (const { ErrorEquals, MaxAttempts } of retriers) {
        if (!Number.isInteger(MaxAttempts) || Number(MaxAttempts) < 0 || Number(MaxAttempts) > MOST_TRIES)
          yield { what: `${at} is tried again ${MaxAttempts} times after ${listOf(ErrorEquals).join(', ')}` };
      }
    }
  },
};

const NOBODY_ANSWERED = ['States.Timeout', 'States.HeartbeatTimeout', 'States.TaskFailed', 'States.ALL'];

/** Only the first retrier that matches counts. TaskFailed stands for every error of a task but its timeout. */
const firstFor = (retriers: readonly { readonly [field: string]: unknown }[], error: string) =>
  retriers.find(({ ErrorEquals }) =>
    listOf(ErrorEquals).some(
      (name) =>
        name === error ||
        name === 'States.ALL' ||
        (name === 'States.TaskFailed' && error !== 'States.Timeout'),
    ),
  );

export const caught: Rule = {
  rule: 'P2 catch',
  law: 'every Task, Map and Parallel is caught whatever happens; inside a Map by a Pass that ends the item alone',
  *faults({ nodes }) {
    for (const node of nodes.filter(works)) {
      const catches = node.edges.filter(({ kind }) => kind === 'catch');
      const last = catches.at(-1);
      if (!last || listOf(last.by.ErrorEquals).join() !== 'States.ALL') {
        yield { what: `${placeOf(node)} does not catch States.ALL last and alone` };
        continue;
      }
      if (!node.level.within) continue;
      for (const edge of catches) {
        const to = node.level.nodes.get(edge.to);
        if (to?.type !== 'Pass' || to.fields.End !== true)
          yield { what: `${edgeOf(edge)} leads to ${edge.to}, which does not end the item by a Pass` };
      }
    }
  },
};

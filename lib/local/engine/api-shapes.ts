import type { ExecutionSummary, HistoryEvent, StateMachine, Status, StatusChange } from './engine.ts';
import { type Details, detailsKey } from './history.ts';

/** The engine's facts in the shapes of the API. Timestamps travel as seconds since 1970, milliseconds behind the point. */
export function seconds(epochMs: number): number {
  return epochMs / 1000;
}

export function machineOf({ creationDate, updateDate: _, ...facts }: StateMachine, definition: string) {
  return {
    ...facts,
    definition,
    status: 'ACTIVE',
    type: 'STANDARD',
    creationDate: seconds(creationDate),
    loggingConfiguration: { level: 'OFF', includeExecutionData: false },
    tracingConfiguration: { enabled: false },
  };
}

export function executionOf(change: StatusChange) {
  return {
    ...summaryOf(change),
    inputDetails: { included: true },
    ...(change.output === undefined ? {} : { outputDetails: { included: true } }),
    ...redriveOf(change.status),
  };
}

export function summaryOf<Facts extends ExecutionSummary>({ startDate, stopDate, ...facts }: Facts) {
  return {
    ...facts,
    startDate: seconds(startDate),
    ...(stopDate === undefined ? {} : { stopDate: seconds(stopDate) }),
    redriveCount: 0,
  };
}

export function eventOf(event: HistoryEvent) {
  const key = detailsKey(event.type);
  const details = event[key];
  return {
    ...event,
    timestamp: seconds(event.timestamp),
    ...(details ? { [key]: { ...details, ...wholeness(details) } } : {}),
  };
}

/** Nothing is ever cut short here. */
function wholeness(details: Details) {
  const texts = ['input', 'output', 'assignedVariables'].filter((field) => details[field] !== undefined);
  return Object.fromEntries(texts.map((field) => [`${field}Details`, { truncated: false }]));
}

/** As AWS answers, though this host has no RedriveExecution. */
function redriveOf(status: Status) {
  if (status !== 'SUCCEEDED' && status !== 'RUNNING') return { redriveStatus: 'REDRIVABLE' };
  return {
    redriveStatus: 'NOT_REDRIVABLE',
    redriveStatusReason: `Execution is ${status} and cannot be redriven`,
  };
}

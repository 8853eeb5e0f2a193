import { TaskFailure } from '../../lib/local/engine/errors.ts';
import type { Timers } from '../../lib/local/engine/timers.ts';

/** What a recorded function did, by name; see the recordings' own runner notes. */
export type FunctionMock = {
  readonly behaviour: string;
  readonly payload?: unknown;
  readonly char?: string;
  readonly count?: number;
  readonly errorType?: string;
  readonly errorMessage?: string;
  readonly seconds?: number;
};

/** What is known of a function without the outcomes of its tasks. */
export const BEHAVIOURS: ReadonlySet<string> = new Set([
  'echo',
  'capture_token',
  'return',
  'return_repeat',
  'throw',
  'delay_echo',
]);

export async function behave(mock: FunctionMock | undefined, name: string, payload: unknown, timers: Timers) {
  switch (mock?.behaviour) {
    case 'echo':
      return payload;
    case 'capture_token':
    case 'recorded': // What it returned stands with the tasks; where it does not, no recording depends on it.
      return null;
    case 'return':
      return mock.payload;
    case 'return_repeat':
      return String(mock.char).repeat(Number(mock.count));
    case 'throw':
      throw new TaskFailure(
        mock.errorType,
        JSON.stringify({
          errorMessage: mock.errorMessage,
          errorType: mock.errorType,
          requestId: 'r',
          stackTrace: [],
        }),
      );
    case 'delay_echo':
      await new Promise<void>((resolve) => timers.at(timers.now() + Number(mock.seconds) * 1000, resolve));
      return payload;
    default:
      throw new TaskFailure(
        'Lambda.ResourceNotFoundException',
        `Function not found: arn:aws:lambda:us-east-1:111111111111:function:${name}:$LATEST ` +
          '(Service: AWSLambda; Status Code: 404; Error Code: ResourceNotFoundException; Request ID: r; Proxy: null)',
      );
  }
}

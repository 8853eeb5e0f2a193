import { describe, expect, it } from 'vitest';
import { ToolError } from '../../lambda/define/tool-error.ts';
import { failureOf } from '../../lambda/states/call-tool.ts';

const thrown = (name: string, more = {}) => Object.assign(new Error('secret words'), { name, ...more });

describe('what a tool threw', () => {
  it('is told as the tool says it', () => {
    const error = new ToolError('business', 'NOT_THERE', 'it is not there', 'id');
    const failure = {
      kind: 'business',
      code: 'NOT_THERE',
      message: 'it is not there',
      retryable: false,
      field: 'id',
    };
    expect(failureOf(error, 'look')).toEqual(failure);
  });

  it.each([
    ['a time that ran out', thrown('TimeoutError'), 'TIMEOUT'],
    ['a server’s fault', thrown('InternalServerError', { $fault: 'server' }), 'UNAVAILABLE'],
    [
      'throttling',
      thrown('ProvisionedThroughputExceededException', { $fault: 'client', $retryable: {} }),
      'UNAVAILABLE',
    ],
    ['a connection refused', thrown('Error', { code: 'ECONNREFUSED' }), 'UNAVAILABLE'],
  ])('may pass when it is %s', (_, error, code) => {
    expect(failureOf(error, 'look')).toMatchObject({ kind: 'transient', code, retryable: true });
  });

  it.each([
    ['a client’s fault', thrown('ValidationException', { $fault: 'client' })],
    ['a mistake of ours', thrown('TypeError')],
    ['no error at all', 'oops'],
  ])('does not pass when it is %s, and its words stay here', (_, error) => {
    const failure = failureOf(error, 'look');
    expect(failure).toMatchObject({ kind: 'business', code: 'TOOL_FAILED', retryable: false });
    expect(failure.message).not.toMatch(/secret|oops/);
  });
});

import { SFNClient } from '@aws-sdk/client-sfn';
import { listen } from '../../lib/local/listen.ts';
import { bodyOf } from './serve.ts';

type Success = { readonly taskToken: string; readonly output: string };

/**
 * A loopback Step Functions that knows only which task tokens are being waited for: AWS JSON 1.0, SendTaskSuccess. A token is
 * answered once, as on AWS; after that, and for any other, TaskTimedOut or InvalidToken.
 */
export async function stepFunctions(...waiting: string[]) {
  const open = new Set(waiting);
  const used = new Set<string>();
  const received: Success[] = [];
  const failures: { name: string; status: number }[] = [];
  const { url, close } = await listen(async (request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify(body));
    };
    const body = JSON.parse((await bodyOf(request)).toString()) as Success;
    if (request.headers['x-amz-target'] !== 'AWSStepFunctions.SendTaskSuccess')
      return answer(400, { __type: 'UnknownOperationException' });
    const failure = failures.shift();
    if (failure) return answer(failure.status, { __type: failure.name, message: 'as told' });
    if (used.has(body.taskToken)) return answer(400, { __type: 'TaskTimedOut', message: 'Task Timed Out' });
    if (!open.has(body.taskToken)) return answer(400, { __type: 'InvalidToken', message: 'Invalid Token' });
    open.delete(body.taskToken);
    used.add(body.taskToken);
    received.push(body);
    return answer(200, {});
  });
  const client = new SFNClient({
    endpoint: url,
    region: 'ap-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: 1,
  });
  return {
    client,
    received,
    /** The next call fails with this error. */
    failNext: (name: string, status = 400) => failures.push({ name, status }),
    open: (token: string) => open.add(token),
    close: async () => {
      client.destroy();
      await close();
    },
  };
}

import type { Http } from '../define/runner.ts';
import { ToolError } from '../define/tool-error.ts';

const MOST_BYTES = 2 * 1024 * 1024;

/** GET by fetch, never cached; a connection that fails is transient, a status of 5xx or 429 too. */
export const fetchHttp: Http = {
  async get(url, signal) {
    let response: Response;
    let body: ArrayBuffer;
    try {
      response = await fetch(url, { signal, headers: { 'cache-control': 'no-cache' } });
      body = await response.arrayBuffer();
    } catch (error) {
      if (signal.aborted)
        throw new ToolError('transient', 'TIMEOUT', `${hostOf(url)} did not answer in time`);
      throw new ToolError(
        'transient',
        'UNREACHABLE',
        `${hostOf(url)} could not be reached: ${(error as Error).message}`,
      );
    }
    if (response.status >= 500 || response.status === 429) {
      throw new ToolError(
        'transient',
        `HTTP_${response.status}`,
        `${hostOf(url)} answered ${response.status}`,
      );
    }
    if (body.byteLength > MOST_BYTES) {
      throw new ToolError(
        'business',
        'ANSWER_TOO_LARGE',
        `${hostOf(url)} sent ${body.byteLength} bytes, at most ${MOST_BYTES} are read`,
      );
    }
    return { status: response.status, text: new TextDecoder().decode(body) };
  },
};

const hostOf = (url: string) => new URL(url).host;

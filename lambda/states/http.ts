import type { Http } from '../define/runner.ts';
import { ToolError } from '../define/tool-error.ts';

const MOST_BYTES = 2 * 1024 * 1024;

/** GET by fetch, never cached; a connection that fails is transient, a status of 5xx or 429 too. */
export const fetchHttp: Http = {
  async get(url, signal) {
    let response: Response;
    let body: Buffer | undefined;
    try {
      response = await fetch(url, { signal, headers: { 'cache-control': 'no-cache' } });
      body = await bodyOf(response);
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
    if (!body) {
      throw new ToolError(
        'business',
        'ANSWER_TOO_LARGE',
        `${hostOf(url)} sent more than the ${MOST_BYTES} bytes that are read`,
      );
    }
    return { status: response.status, text: new TextDecoder().decode(body) };
  },
};

/** The whole body; undefined when it is too long, and then no more of it than that is read. */
async function bodyOf(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // leaving the loop closes the connection
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const hostOf = (url: string) => new URL(url).host;

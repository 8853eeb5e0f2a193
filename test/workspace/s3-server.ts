import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from '../../lib/local/listen.ts';

/** How many keys a page of a list holds: few, so that there are several pages. */
const PAGE = 3;

/** The part of S3 that a workspace uses, on loopback, path-style: GET and PUT of an object, ListObjectsV2. */
export async function startS3(onRequest: () => void = () => {}) {
  const objects = new Map<string, Buffer>();
  const { url, close } = await listen((request, response) => {
    onRequest();
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3');
    const key = decodeURIComponent(pathname.slice(1));
    if (request.method === 'PUT') {
      objects.set(key, dechunked(await buffer(request), request));
      response.writeHead(200).end();
    } else if (searchParams.get('list-type') === '2') {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(list(key, searchParams));
    } else {
      const body = objects.get(key);
      if (body) response.writeHead(200, { 'content-length': body.length }).end(body);
      else
        response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>');
    }
  }

  function list(bucket: string, query: URLSearchParams): string {
    const within = `${bucket.replace(/\/$/, '')}/`;
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(within + (query.get('prefix') ?? '')))
      .map((key) => key.slice(within.length))
      .sort()
      .filter((key) => key > (query.get('continuation-token') ?? query.get('start-after') ?? ''));
    const page = keys.slice(0, PAGE);
    const contents = page.map(
      (key) => `<Contents><Key>${key}</Key><Size>${objects.get(within + key)?.length}</Size></Contents>`,
    );
    const more = keys.length > PAGE;
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
  }

  return {
    url,
    close,
    put: (key: string, body: string | Buffer) => void objects.set(key, Buffer.from(body)),
  };
}

/** A body that came in signed chunks, without their heads: "<hex size>[;signature]\r\n<bytes>\r\n". */
function dechunked(body: Buffer, { headers }: IncomingMessage): Buffer {
  if (!/aws-chunked/.test(headers['content-encoding'] ?? '')) return body;
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.subarray(at, end).toString(), 16);
    if (!size) return Buffer.concat(parts);
    parts.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}

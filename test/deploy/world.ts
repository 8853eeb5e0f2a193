import { workflows } from '../../lambda/workflows/registry.ts';
import { rehearsals } from '../../lambda/workflows/rehearsals.ts';
import { type Listening, listen } from '../../lib/local/listen.ts';
import { startMessagesApi } from '../../lib/local/messages-api.ts';
import { scriptOf } from '../../lib/local/recorded-world.ts';
import { type Lang, report } from '../workflows/morning-brief/synthetic-rhrread.ts';

export type World = {
  readonly modelUrl: string;
  readonly feedUrl: string;
  /** What the Observatory serves from now on. */
  feed: 'fresh' | 'maintenance';
  close(): Promise<void>;
};

/** A scripted model and an Observatory on loopback. The report is SYNTHETIC, and three minutes old whenever it is read. */
export async function openWorld(): Promise<World> {
  const model = await startMessagesApi(scriptOf(rehearsals, workflows));
  const feed: Listening = await listen((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://feed');
    if (world.feed === 'maintenance')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Maintenance</title>');
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(ofNow(JSON.stringify(report((searchParams.get('lang') ?? 'en') as Lang))));
  });
  const world: World = {
    modelUrl: model.url,
    feedUrl: feed.url,
    feed: 'fresh',
    async close() {
      await feed.close();
      await model.close();
    },
  };
  return world;
}

/** The report of 09:02 as it would read at 09:05, were that now. */
function ofNow(text: string): string {
  const ahead = Date.now() - Date.parse('2030-05-02T09:05:00+08:00');
  return text.replace(/2030-05-02T\d\d:\d\d:\d\d\+08:00/g, (at) => {
    const inHongKong = new Date(Date.parse(at) + ahead + 8 * 3_600_000);
    return `${inHongKong.toISOString().slice(0, 19)}+08:00`;
  });
}

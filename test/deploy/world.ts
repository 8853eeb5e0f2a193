import { workflows } from '../../lambda/workflows/registry.ts';
import { rehearsals } from '../../lambda/workflows/rehearsals.ts';
import { type Listening, listen } from '../../lib/local/listen.ts';
import { startMessagesApi } from '../../lib/local/messages-api.ts';
import { scriptOf } from '../../lib/local/recorded-world.ts';
import { reportAt } from '../local/observatory.ts';
import type { Lang } from '../workflows/morning-brief/synthetic-rhrread.ts';

export type World = {
  readonly modelUrl: string;
  readonly feedUrl: string;
  /** What the Observatory serves from now on. */
  feed: 'fresh' | 'maintenance';
  close(): Promise<void>;
};

/** A scripted model and an Observatory on loopback. The report is SYNTHETIC, of the hour that has begun. */
export async function openWorld(): Promise<World> {
  const model = await startMessagesApi(scriptOf(rehearsals, workflows));
  const feed: Listening = await listen((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://feed');
    if (world.feed === 'maintenance')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Maintenance</title>');
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(reportAt((searchParams.get('lang') ?? 'en') as Lang, Date.now()));
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

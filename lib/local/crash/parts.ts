import type { SFNClient } from '@aws-sdk/client-sfn';
import type { Model } from '../../../lambda/agent/model.ts';
import type { Http } from '../../../lambda/define/runner.ts';
import type { Env } from '../../../lambda/functions/host.ts';
import type { Mailer } from '../../../lambda/gate/mail.ts';
import type { Items } from '../../../lambda/ledger/items.ts';
import { memoryItems } from '../../../lambda/ledger/memory-items.ts';
import type { Engine } from '../engine/engine.ts';
import { feedSettings, scriptOf } from '../recorded-world.ts';
import { scriptedModel } from '../scripted-model.ts';
import { inProcessClient } from './step-functions.ts';
import type { Subject } from './subject.ts';

/** What a run reaches through: one adapter for each of its ports, and the settings that go with them. */
export type Parts = {
  readonly items: Items;
  readonly sfn: SFNClient;
  readonly mailer: Mailer;
  readonly model: Model;
  readonly http: Http;
  readonly env: Env;
  close(): Promise<void>;
};
export type OpenParts = (subject: Subject, engine: () => Engine) => Promise<Parts>;

/** Nothing leaves the process: a run takes as long as its code does. */
export const memoryParts: OpenParts = async (subject, engine) => {
  const { rehearsal, workflow } = subject;
  const sfn = inProcessClient(engine);
  let mails = 0;
  return {
    items: memoryItems(),
    sfn,
    mailer: { send: async () => ({ messageId: `mail-${++mails}` }) },
    model: scriptedModel(subject.script ?? scriptOf([rehearsal], [workflow])),
    http: feedOf(subject),
    env: feedSettings([rehearsal], FEEDS),
    close: async () => sfn.destroy(),
  };
};

const FEEDS = 'http://feeds.holdpoint.example';

function feedOf({ rehearsal }: Subject): Http {
  return {
    async get(url) {
      const { pathname, search } = new URL(url);
      const place = pathname.replace(`/${rehearsal.workflow}`, '') + search;
      const text = rehearsal.feed(new URL(place, FEEDS));
      return text === undefined ? { status: 404, text: '' } : { status: 200, text };
    },
  };
}

import { runner } from '../../../define/runner.ts';
import { draftBrief } from '../draft.ts';
import { draftBilingualBrief } from './draft-bilingual-brief.ts';

export const runDraftBilingualBrief = runner(
  draftBilingualBrief,
  async ({ audience, note }, { needs: { weather, meetings } }) =>
    draftBrief(weather, { audience, ...(note ? { note } : {}), ...(meetings ? { meetings } : {}) }),
);

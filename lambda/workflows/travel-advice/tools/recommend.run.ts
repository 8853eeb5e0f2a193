import { runner } from '../../../define/runner.ts';
import { languageOf } from '../../shared/asker/language.ts';
import { advise } from '../forecast/advise.ts';
import { questionOf } from '../question.ts';
import { recommend } from './recommend.ts';

export const runRecommend = runner(recommend, async ({ umbrella, because }, { given, needs: { forecast } }) =>
  advise({ umbrella, because }, forecast, languageOf(questionOf(given))),
);

/** The flagship job as every peer does it: the same four model turns, tools and texts, with nothing to wait for. */
import fs from 'node:fs';

const RULES =
  'Use get_hko_weather for facts, draft_bilingual_brief to write, and create_review_task only when a person has to sign off. Never invent warnings. Keep briefs under 120 words in each language. ';
export const SYSTEM = `You are the duty assistant of a Hong Kong operations desk. ${RULES.repeat(3)}`;
export const USER = 'Prepare the bilingual morning brief of today and put it up for review.';

const WEATHER = {
  updateTime: '2030-05-02T09:02:00+08:00',
  temperature: { place: 'Hong Kong Observatory', value: 27, unit: 'C' },
  humidity: { place: 'Hong Kong Observatory', value: 81, unit: 'percent' },
  uvindex: { place: "King's Park", value: 4, desc: 'moderate' },
  rainfall: ['Kwun Tong', 'Kowloon City', 'Wong Tai Sin'].map((place) => ({ place, max: 0, unit: 'mm' })),
  warningMessage: [],
  icon: [51],
};
const EN =
  'Hong Kong this morning: 27 degrees at the Observatory at 09:00, humidity 81 per cent, moderate UV. No warning is in force. No rain was recorded in the past hour. ';
const ZH =
  '香港今早：天文台上午9時錄得氣溫27度，相對濕度百分之81，紫外線強度中等。現時並無警告生效，過去一小時並無雨量紀錄。';

export const getHkoWeather = () => WEATHER;
export const draftBilingualBrief = () => ({ en: EN.repeat(3), zh: ZH.repeat(3), words: 98 });

const says = (content, toolCalls, input, output) => ({
  role: 'assistant',
  content,
  toolCalls,
  usage: { input, output },
});
const call = (id, name, args) => [{ id, name, args }];

/** What the model says in its n-th turn. */
export function modelTurn(n, { taskId = 'none' } = {}) {
  if (n === 1)
    return says('I read the observation first.', call('call_1', 'get_hko_weather', { lang: 'tc' }), 412, 38);
  if (n === 2)
    return says(
      'Now the draft.',
      call('call_2', 'draft_bilingual_brief', { audience: 'operations', weather: { temperature: 27 } }),
      655,
      51,
    );
  if (n === 3)
    return says(
      'A person decides whether the review task is created.',
      call('call_3', 'create_review_task', { title: 'Hong Kong morning brief', body: EN }),
      1180,
      96,
    );
  return says(`The review task ${taskId} was created.`, [], 1302, 44);
}

let effects;
/** The write: one line a time it happens, so that a second one shows. It kills its own process when it is told to. */
export function createReviewTask(run) {
  effects ??= fs.openSync(process.env.BENCH_EFFECTS, 'a');
  fs.writeSync(effects, `${run}\n`);
  if (process.env.BENCH_KILL === run) {
    fs.fsyncSync(effects);
    process.kill(process.pid, 'SIGKILL');
  }
  return { taskId: `T-${run}`, status: 'open' };
}

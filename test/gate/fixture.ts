import type { Approver, GateItem, Proposal } from '../../lambda/ledger/gate.ts';

/** A gate as `ask` freezes it: the morning brief of Monday 30 November 2026, asked at 07:04 Hong Kong time. */

export const tokens = { first: 'AQC+/ab==first', second: 'AQC+/ab==second' };

export const chan: Approver = { id: 'chan', name: 'Chan Tai Man', email: 'chan@ops.example', lang: 'en' };
export const lee: Approver = { id: 'lee', name: '李小玲', email: 'lee@ops.example', lang: 'tc' };
export const wong: Approver = {
  id: 'wong',
  name: '王敏',
  email: 'wong@ops.example',
  lang: 'sc',
  deputyOf: 'chan',
};

const english = `Good morning. Monday, 30 November 2026.

At 7 a.m. it was 19 degrees at the Hong Kong Observatory, with relative humidity of 78 per cent. It rained 0 millimetres in the past hour in the districts reported.

The Strong Monsoon Signal is in force. Please mind loose objects on open sites.

Prepared for: operations managers.`;

const chinese = `早晨。2026年11月30日，星期一。

上午七時，天文台錄得氣溫 19 度，相對濕度百分之 78。過去一小時，各區錄得雨量 0 毫米。

強烈季候風信號現正生效，請留意露天地方的鬆散物件。

對象：營運經理。`;

export const task: Proposal = {
  index: 0,
  tool: 'create_review_task',
  key: 'a3f1c2d4e5b60718293a4b5c6d7e8f90112233445566778899aabbccddeeff00',
  // sha256 of the canonical JSON of tool, key, args and injected, computed once with Python's json and hashlib
  digest: 'd2d6ab6478c5a11fda7cf2b840a2a973236d246bed5fa38e6428d879a69d5538',
  args: { title: 'Review the morning brief of 30 Nov 2026', draft_id: 'draft-2-0' },
  injected: { draft: { en: english, tc: chinese } },
  preview: {
    act: {
      en: 'Create 1 review task for 30 Nov 2026',
      tc: '為 2026年11月30日建立 1 項覆核工作',
      sc: '为 2026年11月30日创建 1 项复核任务',
    },
    title: 'Review the morning brief of 30 Nov 2026',
    texts: [
      { lang: 'en', text: english },
      { lang: 'tc', text: chinese },
    ],
  },
  editable: {
    type: 'object',
    properties: { title: { type: 'string', description: 'A short title for the task', maxLength: 120 } },
    required: ['title'],
    additionalProperties: false,
  },
  standing: 'open',
};

export const openGate: GateItem = {
  pk: 'GATE#morning-brief-2026-11-30#0003#CONFIRM',
  sk: 'GATE',
  run: 'morning-brief-2026-11-30',
  turn: 3,
  kind: 'CONFIRM',
  workflow: 'morning-brief',
  businessDate: '2026-11-30',
  openedAt: '2026-11-29T23:04:10.000Z',
  decideBy: '2026-11-30T04:00:00.000Z',
  executeBy: '2026-11-30T04:30:00.000Z',
  clockOffsetMs: 0,
  approvers: [chan, lee, wong],
  quorum: 1,
  roundsLeft: 2,
  proposals: [task],
  exhibit: {
    figures: [
      {
        label: { en: 'Air temperature', tc: '氣溫', sc: '气温' },
        value: 19,
        unit: '°C',
        source: 'HKO current weather report',
        url: 'https://data.weather.gov.hk/weatherAPI/opendata/weather.php?dataType=rhrread&lang=en',
        field: 'temperature.data[1].value',
        received: '19',
        observedAt: '2026-11-30T07:00:00+08:00',
        oldAfterMinutes: 180,
      },
      {
        label: { en: 'Relative humidity', tc: '相對濕度', sc: '相对湿度' },
        value: 78,
        unit: '%',
        source: 'HKO current weather report',
        url: 'https://data.weather.gov.hk/weatherAPI/opendata/weather.php?dataType=rhrread&lang=en',
        field: 'humidity.data[0].value',
        received: '78',
        observedAt: '2026-11-30T07:00:00+08:00',
        oldAfterMinutes: 180,
      },
    ],
    notices: [
      { kind: 'warning', lang: 'en', text: 'The Strong Monsoon Signal has been issued.' },
      { kind: 'warning', lang: 'tc', text: '強烈季候風信號現正生效。' },
      { kind: 'reminder', lang: 'en', text: 'The air is dry: beware of fire.' },
    ],
  },
  moments: [
    {
      at: '2026-11-29T23:03:30.000Z',
      stage: 'PLANNING',
      turn: 1,
      tools: ['get_hko_weather'],
      usage: { input: 1800, output: 120, cacheRead: 0, cacheWrite: 0 },
    },
    {
      at: '2026-11-29T23:03:50.000Z',
      stage: 'PLANNING',
      turn: 2,
      tools: ['draft_bilingual_brief'],
      usage: { input: 3200, output: 160, cacheRead: 0, cacheWrite: 0 },
    },
    {
      at: '2026-11-29T23:04:08.000Z',
      stage: 'PLANNING',
      turn: 3,
      tools: ['create_review_task'],
      usage: { input: 4100, output: 90, cacheRead: 0, cacheWrite: 0 },
    },
  ],
  model: 'claude-sonnet-5-5',
  token: tokens.first,
  asked: 1,
  mails: [],
};

/** A plan that is put up for a look, but for how it is shown and may be edited. */
export const plannedSteps: Proposal = {
  ...task,
  tool: 'review',
  key: 'c3'.repeat(32),
  digest: 'dcad972d6046eb66f38e1049396abf372cbf00d29a55ebe90f5872b29aa8f9b5',
  args: { steps: ['read', 'write'] },
  injected: {},
};

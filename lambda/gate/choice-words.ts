import type { Trilingual } from '../define/preview.ts';
import type { GateItem, Proposal } from '../ledger/gate.ts';
import type { Choice } from './choices.ts';
import type { Fault } from './edits.ts';
import * as words from './words.ts';
import { t } from './words.ts';

type Said = { readonly name: Trilingual; readonly help?: Trilingual; readonly tone?: 'go' | 'no' };

/** How a choice is offered: its name, a line of help, and whether it lets something run or stops it. */
export function wordsFor(choice: Choice, gate: GateItem, { question }: Proposal): Said {
  if (choice.startsWith('ANSWERED.')) {
    const text = question?.choices[Number(choice.slice('ANSWERED.'.length))] ?? '';
    return { name: { en: text, tc: text, sc: text } };
  }
  if (choice === 'CHANGES') return { name: words.change, help: words.changeHelp(gate.roundsLeft) };
  if (gate.kind === 'REVIEW' && choice === 'APPROVED') return { ...CHOICES.APPROVED, help: words.goOnHelp };
  return CHOICES[choice as keyof typeof CHOICES];
}

const CHOICES = {
  APPROVED: { name: words.approve, help: words.approveHelp, tone: 'go' },
  EDITED: { name: words.edit, help: words.editHelp, tone: 'go' },
  REJECTED: { name: words.reject, help: words.rejectHelp, tone: 'no' },
  REFRESH: { name: words.refresh, help: words.refreshHelp },
  HAPPENED: { name: words.wasHappened, help: words.happenedHelp, tone: 'go' },
  REDO: { name: words.wasRedo, help: words.redoHelp },
  STOP: { name: words.wasStop, help: words.stopHelp, tone: 'no' },
  ANSWERED: { name: words.answer, help: words.answerHelp, tone: 'go' },
} satisfies { readonly [choice: string]: Said };

/** What a comment is asked for, and what is said when it is missing. */
export const commentWords = (choice: Choice): { readonly label: Trilingual; readonly wanted: Trilingual } =>
  COMMENTS[choice as keyof typeof COMMENTS] ?? COMMENTS.REJECTED;

const COMMENTS = {
  REJECTED: { label: words.reason, wanted: words.reasonWanted },
  CHANGES: { label: words.comment, wanted: words.commentWanted },
  HAPPENED: { label: words.evidence, wanted: words.evidenceWanted },
  ANSWERED: { label: words.yourAnswer, wanted: words.answerWanted },
};

export function faultWords({ code, limit = 0 }: Fault): Trilingual {
  if (code !== 'long') return FAULTS[code];
  return t(`At most ${limit} characters, please.`, `最多 ${limit} 個字元。`, `最多 ${limit} 个字符。`);
}

const FAULTS = {
  wanted: t('Please fill this in.', '請填寫此欄。', '请填写此栏。'),
  number: t('A number is wanted.', '請輸入數字。', '请输入数字。'),
  json: t('This is not valid JSON.', '不是有效的 JSON。', '不是有效的 JSON。'),
  misfit: t('This value is not possible here.', '此值不適用。', '此值不适用。'),
};

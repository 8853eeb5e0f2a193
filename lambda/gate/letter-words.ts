import type { Trilingual } from '../define/preview.ts';
import type { RulingKind } from '../ledger/decision.ts';
import type { Outcome } from '../ledger/record.ts';
import type { WriteState } from '../ledger/write.ts';
import { t, words } from './words.ts';

/** The words that only letters need; the rest of the table is words.ts. */
export const letterWords = {
  askSubject: (time: Trilingual, act: Trilingual) =>
    t(
      `Please decide by ${time.en}: ${act.en}`,
      `請於 ${time.tc} 前決定：${act.tc}`,
      `请于 ${time.sc} 前决定：${act.sc}`,
    ),
  reminderSubject: (left: Trilingual, act: Trilingual) =>
    t(`Reminder, ${left.en}: ${act.en}`, `提醒（${left.tc}）：${act.tc}`, `提醒（${left.sc}）：${act.sc}`),
  reminder: (left: Trilingual) =>
    t(
      `A reminder: nobody has decided yet, ${left.en}.`,
      `提醒：仍未有人作出決定，${left.tc}。`,
      `提醒：仍未有人作出决定，${left.sc}。`,
    ),
  deputySubject: (name: string, time: Trilingual, act: Trilingual) =>
    t(
      `For ${name}, please decide by ${time.en}: ${act.en}`,
      `請代 ${name} 於 ${time.tc} 前決定：${act.tc}`,
      `请代 ${name} 于 ${time.sc} 前决定：${act.sc}`,
    ),
  deputy: (name: string) =>
    t(
      `${name} has not decided yet, and you are named as deputy. Either of you may decide; the first answer counts.`,
      `${name} 仍未作決定，而你是指定的代理人。你們任何一位均可決定，以先作出者為準。`,
      `${name} 仍未作决定，而您是指定的代理人。你们任何一位都可决定，以先作出者为准。`,
    ),
  receiptSubject: (workflow: string, date: Trilingual) =>
    t(
      `What came of it: ${workflow}, ${date.en}`,
      `執行結果：${workflow}（${date.tc}）`,
      `执行结果：${workflow}（${date.sc}）`,
    ),
  openReceipt: t('Open the receipt', '查看回條', '查看回执'),
  expirySubject: (act: Trilingual) =>
    t(`Expired, nothing was done: ${act.en}`, `已逾時，沒有執行：${act.tc}`, `已逾时，没有执行：${act.sc}`),
  expiry: (time: Trilingual) =>
    t(
      `Nobody decided by ${time.en}, Hong Kong time. Nothing was done. The link in the earlier e-mail now only shows this.`,
      `截至香港時間 ${time.tc} 無人作出決定，因此沒有執行任何操作。先前電郵內的連結現時只會顯示這個結果。`,
      `截至香港时间 ${time.sc} 无人作出决定，因此没有执行任何操作。先前电邮中的链接现在只会显示这个结果。`,
    ),
  endedSubject: (workflow: string, date: Trilingual, outcome: Outcome) =>
    ENDED_SUBJECT[outcome](workflow, date),
  outcome: (outcome: Outcome) => OUTCOME[outcome],
  why: t('Why', '原因', '原因'),
  next: t('What next', '下一步', '下一步'),
  nextAfter: (outcome: Outcome) => NEXT[outcome],
  state: (state: WriteState) => STATE[state],
  ruled: (ruling: RulingKind) => RULED[ruling],
};

type Subject = (workflow: string, date: Trilingual) => Trilingual;
const without: Subject = (w, d) =>
  t(`No ${w} for ${d.en}`, `${d.tc} 的 ${w} 沒有完成`, `${d.sc} 的 ${w} 没有完成`);

const ENDED_SUBJECT: { readonly [O in Outcome]: Subject } = {
  DONE: (w, d) => t(`Done: ${w}, ${d.en}`, `已完成：${w}（${d.tc}）`, `已完成：${w}（${d.sc}）`),
  REJECTED: (w, d) => t(`Rejected: ${w}, ${d.en}`, `已拒絕：${w}（${d.tc}）`, `已拒绝：${w}（${d.sc}）`),
  SKIPPED: (w, d) => t(`Skipped: ${w}, ${d.en}`, `今次略過：${w}（${d.tc}）`, `本次跳过：${w}（${d.sc}）`),
  EXPIRED: without,
  CANCELLED: without,
  FAILED: without,
};

const OUTCOME: { readonly [O in Outcome]: Trilingual } = {
  DONE: t('Everything was done.', '所有操作均已完成。', '所有操作均已完成。'),
  REJECTED: t(
    'A person rejected it, and nothing was done.',
    '建議已被拒絕，沒有執行任何操作。',
    '建议已被拒绝，没有执行任何操作。',
  ),
  SKIPPED: t(
    'The run was not started, on purpose.',
    '系統按規則略過了這次流程。',
    '系统按规则跳过了本次流程。',
  ),
  EXPIRED: t(
    'Nobody decided in time, and nothing was done.',
    '無人在限時前作出決定，沒有執行任何操作。',
    '无人在限时前作出决定，没有执行任何操作。',
  ),
  CANCELLED: t('The run was cancelled.', '流程已被取消。', '流程已被取消。'),
  FAILED: t('The run could not be completed.', '流程未能完成。', '流程未能完成。'),
};

const RERUN = t(
  'If it is still wanted, the people who run this system can start it once more; it will have a number of its own and ask you again. The next regular run is not affected.',
  '如仍需要，系統負責人可重新啟動；重新啟動後會另編號碼，並再次徵詢你的決定。下一次定期執行不受影響。',
  '如仍需要，系统负责人可重新启动；重新启动后会另编号码，并再次征询您的决定。下一次定期执行不受影响。',
);
const NOTHING_MORE = t('You need not do anything.', '你毋須採取任何行動。', '您无需采取任何行动。');

const NEXT: { readonly [O in Outcome]: Trilingual } = {
  DONE: NOTHING_MORE,
  REJECTED: NOTHING_MORE,
  SKIPPED: NOTHING_MORE,
  EXPIRED: RERUN,
  CANCELLED: RERUN,
  FAILED: RERUN,
};

const STATE: { readonly [S in WriteState]: Trilingual } = {
  PROPOSED: words.recordedOnly,
  EXECUTING: words.executing,
  SUCCEEDED: words.done,
  FAILED: words.failed,
  UNKNOWN: words.unknown,
  CANCELLED: words.withdrawn,
};

const RULED: { readonly [R in RulingKind]: Trilingual } = {
  APPROVED: words.wasApproved,
  REJECTED: words.wasRejected,
  CHANGES: words.wasChanges,
  HAPPENED: words.wasHappened,
  REDO: words.wasRedo,
  STOP: words.wasStop,
  ANSWERED: words.wasAnswered,
};

import type { Trilingual } from '../define/preview.ts';
import { t } from './words.ts';

/** Terms of the machine that people meet, in their words; one that is not here is shown as it is. */

const STAGES: { readonly [stage: string]: Trilingual } = {
  PLANNING: t('Planning', '規劃', '规划'),
  EXECUTING: t('Executing', '執行', '执行'),
  REVIEWING: t('Reviewing', '檢視', '检查'),
  DECIDING: t('Deciding', '決定', '决定'),
  EVALUATING: t('Evaluating', '評估', '评估'),
};

const FIELDS: { readonly [field: string]: Trilingual } = {
  title: t('Title', '標題', '标题'),
  content: t('Content', '內容', '内容'),
  path: t('Path', '路徑', '路径'),
  note: t('Note', '備註', '备注'),
  steps: t('Steps', '步驟', '步骤'),
  purpose: t('Purpose', '目的', '目的'),
  tool: t('Tool', '工具', '工具'),
};

const termOf = (terms: { readonly [name: string]: Trilingual }, name: string, other: string): Trilingual =>
  Object.hasOwn(terms, name) ? (terms[name] as Trilingual) : { en: other, tc: other, sc: other };

export const stageWords = (stage: string): Trilingual => termOf(STAGES, stage, stage);

/** A field's name: new_sub_tasks, "New sub tasks". */
export const fieldWords = (name: string): Trilingual => {
  const spaced = name.replaceAll('_', ' ');
  return termOf(FIELDS, name, spaced.charAt(0).toUpperCase() + spaced.slice(1));
};

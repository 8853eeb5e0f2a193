import type { Lang, Trilingual } from '../define/preview.ts';

/** One line of the table: English, 繁體 as Hong Kong writes it, 简体. */
export const t = (en: string, tc: string, sc: string): Trilingual => ({ en, tc, sc });

/** The languages' tags for the page, and their own names for the switch. */
export const LANGS: readonly {
  readonly lang: Lang;
  readonly tag: string;
  readonly name: string;
  readonly short: string;
}[] = [
  { lang: 'en', tag: 'en-HK', name: 'English', short: 'EN' },
  { lang: 'tc', tag: 'zh-Hant-HK', name: '繁體中文', short: '繁' },
  { lang: 'sc', tag: 'zh-Hans', name: '简体中文', short: '简' },
];

export const langOf = (text: string | undefined): Lang | undefined =>
  LANGS.find(({ lang }) => lang === text)?.lang;

export const tagOf = (lang: Lang): string => LANGS.find((one) => one.lang === lang)?.tag ?? 'en-HK';

/** Every word that people read, in the languages they may choose. */
export const words = {
  // what is asked
  waiting: t('Waiting for your decision', '等待你決定', '等待您决定'),
  acts: (n: number) => t(`Decide on ${n} acts`, `決定 ${n} 項操作`, `决定 ${n} 项操作`),
  settle: (act: Trilingual) =>
    t(`Did this happen? ${act.en}`, `這項操作有否完成？${act.tc}`, `这项操作是否已完成？${act.sc}`),
  questions: (n: number) => t(`Answer ${n} questions`, `回答 ${n} 條問題`, `回答 ${n} 个问题`),
  asks: (workflow: string, date: Trilingual) =>
    t(
      `The workflow ${workflow} of ${date.en} asks you to decide:`,
      `工作流程 ${workflow}（${date.tc}）請你決定：`,
      `工作流程 ${workflow}（${date.sc}）请您决定：`,
    ),
  workflow: t('Workflow', '工作流程', '工作流程'),
  until: (time: Trilingual) =>
    t(
      `Decide by ${time.en}, Hong Kong time`,
      `請於香港時間 ${time.tc} 前決定`,
      `请于香港时间 ${time.sc} 前决定`,
    ),
  afterThat: t('After that, nothing will be done.', '逾時則不會執行任何操作。', '逾时则不会执行任何操作。'),
  left: (span: Trilingual) => t(`${span.en} left`, `尚餘 ${span.tc}`, `还剩 ${span.sc}`),

  // recordings
  rehearsal: t('REHEARSAL', '演練', '演练'),
  recorded: (time: Trilingual) =>
    t(
      `This is a rehearsal with a recording of ${time.en} (Hong Kong time). Nothing here is about today, and nothing outside the rehearsal is touched.`,
      `這是演練，資料錄自香港時間 ${time.tc}，並非今日的情況，亦不會影響演練以外的任何事物。`,
      `这是演练，数据录自香港时间 ${time.sc}，并非今天的情况，也不会影响演练以外的任何事物。`,
    ),

  // what the person is shown
  warnings: t('Warnings in force', '現正生效的警告', '现正生效的警告'),
  reminders: t('Also noted', '其他提示', '其他提示'),
  draft: t('Draft', '草稿', '草稿'),
  draftBegins: t('The draft begins:', '草稿開首：', '草稿开头：'),
  figures: t('Every figure and its source', '每個數字及其來源', '每个数字及其来源'),
  figure: t('Figure', '項目', '项目'),
  value: t('Value', '數值', '数值'),
  source: t('Source', '來源', '来源'),
  is: t('reads', '原始值', '原始值'),
  ago: (span: Trilingual) => t(`${span.en} ago`, `${span.tc}前`, `${span.sc}前`),
  old: t('old', '已過時', '已过时'),
  someOld: t(
    'Some figures are older than they should be. You can have them refreshed before you decide.',
    '部分數字已過時。你可要求先更新，再作決定。',
    '部分数字已过时。您可要求先更新，再作决定。',
  ),
  someOldOnly: t('Some figures are older than they should be.', '部分數字已過時。', '部分数字已过时。'),
  exactly: t('Exactly what will run', '實際執行的內容', '实际执行的内容'),
  inFull: t('In full', '完整內容', '完整内容'),
  tool: t('Tool', '工具', '工具'),
  digest: t('Fingerprint', '指紋碼', '指纹码'),
  digestNote: t(
    'What runs must have this fingerprint (SHA-256), or it does not run.',
    '執行內容的指紋碼（SHA-256）必須與此相同，否則不會執行。',
    '执行内容的指纹码（SHA-256）必须与此相同，否则不会执行。',
  ),
  injected: t('From the record', '取自紀錄', '取自记录'),
  history: t('How this came about', '來龍去脈', '来龙去脉'),
  turn: (n: number) => t(`Turn ${n}`, `第 ${n} 輪`, `第 ${n} 轮`),
  tokens: (n: string) => t(`${n} tokens`, `${n} 個詞元`, `${n} 个词元`),
  noTools: t('no tools', '沒有使用工具', '没有使用工具'),
  model: t('Model', '模型', '模型'),
  run: t('Run', '執行編號', '执行编号'),
  doneAlready: t(
    'Done already; it will not be done again.',
    '之前已完成，不會重複執行。',
    '之前已完成，不会重复执行。',
  ),
  blocked: t('Cannot be asked for now.', '現時不能提出。', '目前不能提出。'),
  yours: (name: string) =>
    t(
      `This link is for ${name} alone. Whoever holds it can decide in that name: please do not forward it.`,
      `這條連結只供 ${name} 使用。任何持有人都可以此名義作決定，請勿轉發。`,
      `此链接仅供 ${name} 使用。任何持有人都可以此名义作决定，请勿转发。`,
    ),
  opening: t('Opening the page decides nothing.', '開啟頁面不會作出任何決定。', '打开页面不会作出任何决定。'),
  open: t('Read and decide', '查看並決定', '查看并决定'),
  language: t('Language', '語言', '语言'),
  hiddenCharacter: t('hidden character', '隱藏字元', '隐藏字符'),

  // deciding
  decision: t('Your decision', '你的決定', '您的决定'),
  approve: t('Approve', '批准', '批准'),
  approveHelp: t('It is done as shown above, once.', '按上述內容執行一次。', '按上述内容执行一次。'),
  edit: t('Edit and approve', '修改並批准', '修改并批准'),
  editHelp: t(
    'What you write here is what runs.',
    '將按你在此輸入的內容執行。',
    '将按您在此输入的内容执行。',
  ),
  reject: t('Reject', '拒絕', '拒绝'),
  rejectHelp: t('It is not done, and the run ends.', '不會執行，流程亦會結束。', '不会执行，流程也会结束。'),
  reason: t('Reason', '原因', '原因'),
  change: t('Request changes', '要求修改', '要求修改'),
  changeHelp: (rounds: number) =>
    t(
      `A new draft is made from your comment and you are asked again (${rounds} more ${rounds === 1 ? 'time' : 'times'} possible).`,
      `系統會按你的意見重新草擬，然後再問你（尚可 ${rounds} 次）。`,
      `系统会按您的意见重新起草，然后再问您（还可 ${rounds} 次）。`,
    ),
  comment: t('What should change', '需要修改甚麼', '需要修改什么'),
  send: t('Send my decision', '送出決定', '提交决定'),
  sendHelp: t('It cannot be taken back.', '送出後不能撤回。', '提交后不能撤回。'),
  choose: t('Choose one of these first.', '請先選擇其中一項。', '请先选择其中一项。'),
  reasonWanted: t('Please give a reason.', '請填寫原因。', '请填写原因。'),
  commentWanted: t('Please say what should change.', '請說明需要修改甚麼。', '请说明需要修改什么。'),
  unfinished: t(
    'Nothing was recorded yet. Please complete your decision.',
    '尚未記錄任何決定，請填妥後再送出。',
    '尚未记录任何决定，请填妥后再提交。',
  ),

  refresh: t('Refresh the figures, then ask me again', '先更新數字，再問我一次', '先更新数字，再问我一次'),
  refreshHelp: t(
    'The sources are read again and a new draft is made.',
    '系統會重新讀取來源並草擬。',
    '系统会重新读取来源并起草。',
  ),
  happenedHelp: t('You have seen that it was done.', '你已確認操作已完成。', '您已确认操作已完成。'),
  redoHelp: t(
    'Only if you are sure: if it did happen, it will have happened twice.',
    '必須確定：若其實已完成，便會重複執行。',
    '必须确定：若其实已完成，就会重复执行。',
  ),
  stopHelp: t('It is left undone.', '不再執行。', '不再执行。'),
  evidence: t('Where you saw it', '你在哪裡看到', '您在哪里看到'),
  evidenceWanted: t('Please say where you saw it.', '請說明在哪裡看到。', '请说明在哪里看到。'),
  answer: t('Answer', '回答', '回答'),
  answerHelp: t(
    'Your words go to the model as they are.',
    '你的回覆會原文交給模型。',
    '您的回复会原文交给模型。',
  ),

  answerWanted: t('Please write your answer.', '請填寫回覆。', '请填写回复。'),
  yourAnswer: t('Your answer', '你的回覆', '您的回复'),
  goOnHelp: t('The run goes on with this.', '流程會按此繼續。', '流程会按此继续。'),
  yes: t('yes', '是', '是'),
  no: t('no', '否', '否'),
  place: t('Place', '次序', '次序'),
  addOne: t('Add one at place', '新增於次序', '新增于次序'),
  drop: t('leave this out', '刪去此項', '删去此项'),
  toDecision: t('Go to the decision', '前往決定', '前往决定'),
  needs: (have: number, quorum: number) =>
    t(
      `Needs ${quorum} approvals; ${have} so far.`,
      `需要 ${quorum} 人批准，現有 ${have} 人。`,
      `需要 ${quorum} 人批准，现有 ${have} 人。`,
    ),
  editedBy: (name: string) =>
    t(
      `${name} has edited this. Earlier approvals no longer count.`,
      `${name} 已修改內容，先前的批准不再計算。`,
      `${name} 已修改内容，先前的批准不再计算。`,
    ),
  vetoedBy: (name: string) => t(`${name} has said no.`, `${name} 已表示不同意。`, `${name} 已表示不同意。`),
  voted: t(
    'Your answer is on record. It waits for others.',
    '你的決定已記錄，正等候其他人。',
    '您的决定已记录，正等候其他人。',
  ),
  voteVoid: t(
    'The request was edited after your approval. Please read it again and decide.',
    '你批准後內容有所修改，請重新閱讀並決定。',
    '您批准后内容有所修改，请重新阅读并决定。',
  ),
  changeMind: t('Change my answer', '更改我的決定', '更改我的决定'),
  before: t('before', '修改前', '修改前'),
  after: t('after', '修改後', '修改后'),

  // the receipt
  youDecided: t('Your decision is on record', '你的決定已記錄在案', '您的决定已记录在案'),
  someoneDecided: (name: string) => t(`${name} has decided`, `${name} 已作決定`, `${name} 已作决定`),
  decidedBy: t('Decided by', '決定者', '决定者'),
  hongKongTime: t('Hong Kong time', '香港時間', '香港时间'),
  viaLink: t('by their own link', '經專屬連結', '经专属链接'),
  viaClock: t('by the clock', '到時自動', '到时自动'),
  viaOperator: t('by an operator', '由操作員', '由操作员'),
  viaMachine: t('by the system', '由系統', '由系统'),
  wasApproved: t('Approved', '已批准', '已批准'),
  wasEdited: t('Edited and approved', '已修改並批准', '已修改并批准'),
  wasRejected: t('Rejected', '已拒絕', '已拒绝'),
  wasChanges: t('Changes requested', '已要求修改', '已要求修改'),
  wasHappened: t('It happened', '已確定完成', '已确认完成'),
  wasRedo: t('It did not happen; do it', '沒有完成，再次執行', '没有完成，再次执行'),
  wasStop: t('It did not happen; leave it', '沒有完成，不再執行', '没有完成，不再执行'),
  wasAnswered: t('Answered', '已回答', '已回答'),
  notDone: t('It was not done.', '沒有執行。', '没有执行。'),
  newDraft: t('A new draft will come by e-mail.', '新草稿將以電郵送出。', '新草稿将以电邮发送。'),
  said: t('Comment', '意見', '意见'),
  goesOn: t('The run goes on.', '流程繼續。', '流程继续。'),
  noted: t('Noted. It is not done again.', '已記錄，不會再次執行。', '已记录，不会再次执行。'),
  recordedOnly: t('Recorded. It has not begun yet.', '已記錄，尚未開始執行。', '已记录，尚未开始执行。'),
  executing: t('It is being done now.', '正在執行。', '正在执行。'),
  done: t('Done.', '已完成。', '已完成。'),
  failed: t('It failed; it was not done.', '執行失敗，操作沒有完成。', '执行失败，操作没有完成。'),
  unknown: t(
    'It is not known yet whether it was done. Nothing is done again before that is clear.',
    '尚未確定是否已完成。確定之前不會再次執行。',
    '尚未确定是否已完成。确定之前不会再次执行。',
  ),
  withdrawn: t(
    'It was withdrawn before it began; it was not done.',
    '開始前已撤回，沒有執行。',
    '开始前已撤回，没有执行。',
  ),
  tooLate: t(
    'It did not begin in time and will not be done.',
    '未能及時開始，不會執行。',
    '未能及时开始，不会执行。',
  ),
  otherwise: t(
    'Another request has taken its place; see the newest e-mail.',
    '已由另一項請求取代，請看最新的電郵。',
    '已由另一项请求取代，请看最新的电邮。',
  ),
  task: t('Task', '工作', '任务'),
  at: t('Time', '時間', '时间'),
  again: t('Check again', '重新查看', '重新查看'),
  looking: t(
    'This page looks again by itself for about a minute.',
    '此頁會在約一分鐘內自動更新。',
    '此页会在约一分钟内自动更新。',
  ),
  expired: t('Expired: nothing was done', '已逾時，沒有執行任何操作', '已逾时，没有执行任何操作'),
  expiredText: t('Nobody decided in time.', '無人在限時前作出決定。', '无人在限时前作出决定。'),
  cancelled: t('Cancelled: nothing was done', '已取消，沒有執行任何操作', '已取消，没有执行任何操作'),
  cancelledText: t(
    'The run was cancelled before a decision.',
    '流程在決定前已被取消。',
    '流程在决定前已被取消。',
  ),

  // refusals
  notALink: t('This link does not work', '此連結無效', '此链接无效'),
  notALinkText: t(
    'Please open it from the e-mail again; it may have been cut off.',
    '請從電郵重新開啟，連結可能不完整。',
    '请从电邮重新打开，链接可能不完整。',
  ),
  closed: t('This request is no longer on record', '此請求已無紀錄', '此请求已无记录'),
  closedText: t('Nothing was done.', '沒有執行任何操作。', '没有执行任何操作。'),
  elsewhere: t('Your decision was not taken', '未有接納你的決定', '未接纳您的决定'),
  elsewhereText: t(
    'It came from another web site. Please open the link in your e-mail and decide on that page. Nothing was done.',
    '送出來源是另一個網站。請開啟電郵內的連結，在該頁面作決定。沒有執行任何操作。',
    '提交来源是另一个网站。请打开电邮内的链接，在该页面作决定。没有执行任何操作。',
  ),
  malformed: t('Your decision could not be read', '未能讀取你的決定', '未能读取您的决定'),
  malformedText: t(
    'Nothing was recorded. Please open the page again.',
    '沒有記錄任何決定，請重新開啟頁面。',
    '没有记录任何决定，请重新打开页面。',
  ),
  tooLong: t('What you wrote is too long', '你輸入的內容太長', '您输入的内容太长'),
  changed: t('This is not what you were shown', '內容已與你所見的不同', '内容与您所见的不同'),
  changedText: t(
    'The request has changed since your page was loaded. Nothing was done. Please read it again and decide.',
    '頁面載入後，請求內容已有更改。沒有執行任何操作，請重新閱讀後再決定。',
    '页面加载后，请求内容已有更改。没有执行任何操作，请重新阅读后再决定。',
  ),
  altered: t('This request was altered', '此請求曾被改動', '此请求曾被改动'),
  alteredText: t(
    'What is on record does not match its fingerprint. It cannot be approved, and nothing will be done. Please tell the people who run this system.',
    '紀錄與指紋碼不符，不能批准，亦不會執行。請通知系統負責人。',
    '记录与指纹码不符，不能批准，也不会执行。请通知系统负责人。',
  ),
  already: t('It was decided before', '之前已有決定', '之前已有决定'),
  alreadyText: t(
    'Your answer was not taken. The decision that stands is this one:',
    '你的回覆未被採納，現時有效的決定如下：',
    '您的回复未被采纳，目前有效的决定如下：',
  ),
  unavailable: t('The record cannot be reached just now', '暫時未能讀取紀錄', '暂时未能读取记录'),
  unavailableText: t(
    'It is not certain whether your last click was recorded. Please open this page again in a minute: it will tell you.',
    '未能確定剛才的操作有否記錄。請於一分鐘後重新開啟此頁查看。',
    '未能确定刚才的操作是否已记录。请于一分钟后重新打开此页查看。',
  ),
  notFound: t('There is nothing here', '此處沒有內容', '此处没有内容'),
  methodText: t(
    'This page can be read, and its form sent. Nothing was done.',
    '此頁只供閱讀及送出表格。沒有執行任何操作。',
    '此页只供阅读及提交表格。没有执行任何操作。',
  ),
  backToPage: t('Open the request', '開啟請求', '打开请求'),
} satisfies { readonly [name: string]: Trilingual | ((...args: never[]) => Trilingual) };

/** The same made for each language. */
export const each = (make: (lang: Lang) => string): Trilingual => ({
  en: make('en'),
  tc: make('tc'),
  sc: make('sc'),
});

/** A name with its colon, as its language sets it. */
export const named = (name: Trilingual, lang: Lang): string => `${name[lang]}${lang === 'en' ? ': ' : '：'}`;

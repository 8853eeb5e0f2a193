import type { Lang, Trilingual } from '../define/preview.ts';

/** Every word that people read, in the languages they may choose; taken as `import * as words`. */

/** One text: English, 繁體 as Hong Kong writes it, 简体. A bundle keeps those that are used. */
// @__NO_SIDE_EFFECTS__
export const t = (en: string, tc: string, sc: string): Trilingual => ({ en, tc, sc });

/** A name within Chinese words: a Chinese one stands close, any other between spaces. */
const amid = (name: string): string => (/^\p{Script=Han}.*\p{Script=Han}$/su.test(name) ? name : ` ${name} `);

/** Sentences one after another: Chinese ones need no space between them. */
export const joined = (lang: Lang, ...sentences: readonly string[]): string =>
  sentences.join(lang === 'en' ? ' ' : '');

// what is asked
export const waiting = t('Waiting for your decision', '等待你決定', '等待您决定');
export const acts = (n: number) => t(`Decide on ${n} acts`, `決定 ${n} 項操作`, `决定 ${n} 项操作`);
export const settle = (act: Trilingual) =>
  t(`Did this happen? ${act.en}`, `這項操作有否完成？${act.tc}`, `这项操作是否已完成？${act.sc}`);
export const questions = (n: number) => t(`Answer ${n} questions`, `回答 ${n} 條問題`, `回答 ${n} 个问题`);
export const asks = (workflow: string, date: Trilingual) =>
  t(
    `The workflow ${workflow} of ${date.en} asks you to decide:`,
    `工作流程 ${workflow}（${date.tc}）請你決定：`,
    `工作流程 ${workflow}（${date.sc}）请您决定：`,
  );
export const until = (time: Trilingual) =>
  t(
    `Decide by ${time.en}, Hong Kong time`,
    `請於香港時間 ${time.tc} 前決定`,
    `请于香港时间 ${time.sc} 前决定`,
  );
export const afterThat = t(
  'After that, nothing will be done.',
  '逾時則不會執行任何操作。',
  '逾时则不会执行任何操作。',
);
export const left = (span: Trilingual) => t(`${span.en} left`, `尚餘 ${span.tc}`, `还剩 ${span.sc}`);

// what is out of the ordinary about a run, by its code
export const notInCalendar = t(
  'It is not known whether this is a working day: the calendar of public holidays does not reach this year.',
  '未能確定當日是否工作天：公眾假期資料未涵蓋該年。',
  '无法确定当天是否为工作日：公众假期资料未涵盖该年。',
);
export const notAWorkingDay = t(
  'This is not a working day; the run was started by hand.',
  '當日並非工作天；這次流程由人手啟動。',
  '当天不是工作日；本次流程由人手启动。',
);

// recordings
export const rehearsal = t('REHEARSAL', '演練', '演练');
export const recorded = (time: Trilingual) =>
  t(
    `This is a rehearsal with a recording of ${time.en} (Hong Kong time). Nothing here is about today, and nothing outside the rehearsal is touched.`,
    `這是演練，資料錄自香港時間 ${time.tc}，並非今日的情況，亦不會影響演練以外的任何事物。`,
    `这是演练，数据录自香港时间 ${time.sc}，并非今天的情况，也不会影响演练以外的任何事物。`,
  );

// what the person is shown
export const warnings = t('Warnings in force', '現正生效的警告', '现正生效的警告');
export const reminders = t('Also noted', '其他提示', '其他提示');
export const draftBegins = t('The draft begins:', '草稿開首：', '草稿开头：');
export const figures = t('Every figure and its source', '每個數字及其來源', '每个数字及其来源');
export const figure = t('Figure', '項目', '项目');
export const value = t('Value', '數值', '数值');
export const source = t('Source', '來源', '来源');
export const is = t('reads', '原始值', '原始值');
export const ago = (span: Trilingual) => t(`${span.en} ago`, `${span.tc}前`, `${span.sc}前`);
export const justNow = t('just now', '剛剛', '刚刚');
export const old = t('old', '已過時', '已过时');
export const someOld = t(
  'Some figures are older than they should be. You can have them refreshed before you decide.',
  '部分數字已過時。你可要求先更新，再作決定。',
  '部分数字已过时。您可要求先更新，再作决定。',
);
export const someOldOnly = t(
  'Some figures are older than they should be.',
  '部分數字已過時。',
  '部分数字已过时。',
);
export const exactly = t('Exactly what will run', '實際執行的內容', '实际执行的内容');
export const inFull = t('In full', '完整內容', '完整内容');
export const tool = t('Tool', '工具', '工具');
export const digest = t('Fingerprint', '指紋碼', '指纹码');
export const digestNote = t(
  'What runs must have this fingerprint (SHA-256), or it does not run.',
  '執行內容的指紋碼（SHA-256）必須與此相同，否則不會執行。',
  '执行内容的指纹码（SHA-256）必须与此相同，否则不会执行。',
);
export const injected = t('From the record', '取自紀錄', '取自记录');
export const history = t('How this came about', '來龍去脈', '来龙去脉');
export const turn = (n: number) => t(`Turn ${n}`, `第 ${n} 輪`, `第 ${n} 轮`);
export const tokens = (n: string) => t(`${n} tokens`, `${n} 個詞元`, `${n} 个词元`);
export const cost = t('Cost', '費用', '费用');
export const priced = (tokens: string, usd: string) =>
  t(`US$${usd} for ${tokens} tokens`, `${usd} 美元（${tokens} 個詞元）`, `${usd} 美元（${tokens} 个词元）`);
export const unpriced = (tokens: string) =>
  t(
    `${tokens} tokens; the price of this model is not known`,
    `${tokens} 個詞元；此模型的價格不詳`,
    `${tokens} 个词元；此模型的价格不详`,
  );
export const noTools = t('no tools', '沒有使用工具', '没有使用工具');
export const model = t('Model', '模型', '模型');
export const run = t('Run', '執行編號', '执行编号');
export const doneAlready = t(
  'Done already; it will not be done again.',
  '之前已完成，不會重複執行。',
  '之前已完成，不会重复执行。',
);
export const blocked = t('Cannot be asked for now.', '現時不能提出。', '目前不能提出。');
export const yours = (name: string) =>
  t(
    `This link is for ${name} alone. Whoever holds it can decide in that name: please do not forward it.`,
    `這條連結只供${amid(name)}使用。任何持有人都可以此名義作決定，請勿轉發。`,
    `此链接仅供${amid(name)}使用。任何持有人都可以此名义作决定，请勿转发。`,
  );
export const opening = t(
  'Opening the page decides nothing.',
  '開啟頁面不會作出任何決定。',
  '打开页面不会作出任何决定。',
);
export const open = t('Read and decide', '查看並決定', '查看并决定');
export const language = t('Language', '語言', '语言');

// deciding
export const decision = t('Your decision', '你的決定', '您的决定');
export const approve = t('Approve', '批准', '批准');
export const approveHelp = t(
  'It is done as shown above, once.',
  '按上述內容執行一次。',
  '按上述内容执行一次。',
);
export const edit = t('Edit and approve', '修改並批准', '修改并批准');
export const editHelp = t(
  'What you write here is what runs.',
  '將按你在此輸入的內容執行。',
  '将按您在此输入的内容执行。',
);
export const reject = t('Reject', '拒絕', '拒绝');
export const rejectHelp = t(
  'It is not done, and the run ends.',
  '不會執行，流程亦會結束。',
  '不会执行，流程也会结束。',
);
export const reason = t('Reason', '原因', '原因');
export const change = t('Request changes', '要求修改', '要求修改');
export const changeHelp = (rounds: number) =>
  t(
    `A new draft is made from your comment and you are asked again (${rounds} more ${rounds === 1 ? 'time' : 'times'} possible).`,
    `系統會按你的意見重新草擬，然後再問你（尚可 ${rounds} 次）。`,
    `系统会按您的意见重新起草，然后再问您（还可 ${rounds} 次）。`,
  );
export const comment = t('What should change', '需要修改甚麼', '需要修改什么');
export const send = t('Send my decision', '送出決定', '提交决定');
export const sendHelp = t('It cannot be taken back.', '送出後不能撤回。', '提交后不能撤回。');
export const choose = t('Choose one of these first.', '請先選擇其中一項。', '请先选择其中一项。');
export const reasonWanted = t('Please give a reason.', '請填寫原因。', '请填写原因。');
export const commentWanted = t(
  'Please say what should change.',
  '請說明需要修改甚麼。',
  '请说明需要修改什么。',
);
export const unfinished = t(
  'Nothing was recorded yet. Please complete your decision.',
  '尚未記錄任何決定，請填妥後再送出。',
  '尚未记录任何决定，请填妥后再提交。',
);
export const refresh = t(
  'Refresh the figures, then ask me again',
  '先更新數字，再問我一次',
  '先更新数字，再问我一次',
);
export const refreshHelp = t(
  'The sources are read again and a new draft is made.',
  '系統會重新讀取來源並草擬。',
  '系统会重新读取来源并起草。',
);
export const happenedHelp = t(
  'You have seen that it was done.',
  '你已確認操作已完成。',
  '您已确认操作已完成。',
);
export const redoHelp = t(
  'Only if you are sure: if it did happen, it will have happened twice.',
  '必須確定：若其實已完成，便會重複執行。',
  '必须确定：若其实已完成，就会重复执行。',
);
export const stopHelp = t('It is left undone.', '不再執行。', '不再执行。');
export const evidence = t('Where you saw it', '你在哪裡看到', '您在哪里看到');
export const evidenceWanted = t('Please say where you saw it.', '請說明在哪裡看到。', '请说明在哪里看到。');
export const answer = t('Answer', '回答', '回答');
export const answerHelp = t(
  'Your words go to the model as they are.',
  '你的回覆會原文交給模型。',
  '您的回复会原文交给模型。',
);
export const answerWanted = t('Please write your answer.', '請填寫回覆。', '请填写回复。');
export const yourAnswer = t('Your answer', '你的回覆', '您的回复');
export const goOnHelp = t('The run goes on with this.', '流程會按此繼續。', '流程会按此继续。');
export const yes = t('yes', '是', '是');
export const no = t('no', '否', '否');
export const place = t('Place', '次序', '次序');
export const addOne = t('Add one at place', '新增於次序', '新增于次序');
export const drop = t('leave this out', '刪去此項', '删去此项');
export const toDecision = t('Go to the decision', '前往決定', '前往决定');
export const needs = (have: number, quorum: number) =>
  t(
    `Needs ${quorum} approvals; ${have} so far.`,
    `需要 ${quorum} 人批准，現有 ${have} 人。`,
    `需要 ${quorum} 人批准，现有 ${have} 人。`,
  );
export const editedBy = (name: string) =>
  t(
    `${name} has edited this. Earlier approvals no longer count.`,
    `${amid(name).trimStart()}已修改內容，先前的批准不再計算。`,
    `${amid(name).trimStart()}已修改内容，先前的批准不再计算。`,
  );
export const vetoedBy = (name: string) =>
  t(
    `${name} has said no.`,
    `${amid(name).trimStart()}已表示不同意。`,
    `${amid(name).trimStart()}已表示不同意。`,
  );
export const voted = t(
  'Your answer is on record. It waits for others.',
  '你的決定已記錄，正等候其他人。',
  '您的决定已记录，正等候其他人。',
);
export const voteVoid = t(
  'The request was edited after your approval. Please read it again and decide.',
  '你批准後內容有所修改，請重新閱讀並決定。',
  '您批准后内容有所修改，请重新阅读并决定。',
);
export const changeMind = t('Change my answer', '更改我的決定', '更改我的决定');
export const before = t('before', '修改前', '修改前');
export const after = t('after', '修改後', '修改后');

// after changes
export const whatChanged = t('What changed', '有何改動', '有何改动');
export const askedBy = (name: string) =>
  t(`${name} asked`, `${amid(name).trimStart()}要求`, `${amid(name).trimStart()}要求`);
export const nothingChanged = t(
  'Not a word of it is different from before.',
  '內容與之前一字不差。',
  '内容与之前一字不差。',
);

// the receipt
export const youDecided = t('Your decision is on record', '你的決定已記錄在案', '您的决定已记录在案');
export const someoneDecided = (name: string) =>
  t(`${name} has decided`, `${amid(name).trimStart()}已作決定`, `${amid(name).trimStart()}已作决定`);
export const decidedBy = t('Decided by', '決定者', '决定者');
export const hongKongTime = t('Hong Kong time', '香港時間', '香港时间');
export const viaLink = t('by their own link', '經專屬連結', '经专属链接');
export const viaClock = t('by the clock', '到時自動', '到时自动');
export const viaOperator = t('by an operator', '由操作員', '由操作员');
export const viaMachine = t('by the system', '由系統', '由系统');
export const wasApproved = t('Approved', '已批准', '已批准');
export const wasEdited = t('Edited and approved', '已修改並批准', '已修改并批准');
export const wasRejected = t('Rejected', '已拒絕', '已拒绝');
export const wasChanges = t('Changes requested', '已要求修改', '已要求修改');
export const wasHappened = t('It happened', '已確定完成', '已确认完成');
export const wasRedo = t('It did not happen; do it', '沒有完成，再次執行', '没有完成，再次执行');
export const wasStop = t('It did not happen; leave it', '沒有完成，不再執行', '没有完成，不再执行');
export const wasAnswered = t('Answered', '已回答', '已回答');
export const notDone = t('It was not done.', '沒有執行。', '没有执行。');
export const newDraft = t('A new draft will come by e-mail.', '新草稿將以電郵送出。', '新草稿将以电邮发送。');
export const said = t('Comment', '意見', '意见');
export const goesOn = t('The run goes on.', '流程繼續。', '流程继续。');
export const noted = t('Noted. It is not done again.', '已記錄，不會再次執行。', '已记录，不会再次执行。');
export const recordedOnly = t(
  'Recorded. It has not begun yet.',
  '已記錄，尚未開始執行。',
  '已记录，尚未开始执行。',
);
export const executing = t('It is being done now.', '正在執行。', '正在执行。');
export const done = t('Done.', '已完成。', '已完成。');
export const failed = t(
  'It failed; it was not done.',
  '執行失敗，操作沒有完成。',
  '执行失败，操作没有完成。',
);
export const unknown = t(
  'It is not known yet whether it was done. Nothing is done again before that is clear.',
  '尚未確定是否已完成。確定之前不會再次執行。',
  '尚未确定是否已完成。确定之前不会再次执行。',
);
export const withdrawn = t(
  'It was withdrawn before it began; it was not done.',
  '開始前已撤回，沒有執行。',
  '开始前已撤回，没有执行。',
);
export const tooLate = t(
  'It did not begin in time and will not be done.',
  '未能及時開始，不會執行。',
  '未能及时开始，不会执行。',
);
export const otherwise = t(
  'Another request has taken its place; see the newest e-mail.',
  '已由另一項請求取代，請看最新的電郵。',
  '已由另一项请求取代，请看最新的电邮。',
);
export const task = t('Task', '工作', '任务');
export const at = t('Time', '時間', '时间');
export const again = t('Check again', '重新查看', '重新查看');
export const looking = t(
  'This page looks again by itself for about a minute.',
  '此頁會在約一分鐘內自動更新。',
  '此页会在约一分钟内自动更新。',
);
export const expired = t('Expired: nothing was done', '已逾時，沒有執行任何操作', '已逾时，没有执行任何操作');
export const nobodyBy = (time: Trilingual) =>
  t(
    `Nobody decided by ${time.en}, Hong Kong time.`,
    `截至香港時間 ${time.tc} 無人作出決定。`,
    `截至香港时间 ${time.sc} 无人作出决定。`,
  );
export const expiredText = t('Nobody decided in time.', '無人在限時前作出決定。', '无人在限时前作出决定。');
export const cancelled = t(
  'Cancelled: nothing was done',
  '已取消，沒有執行任何操作',
  '已取消，没有执行任何操作',
);
export const cancelledText = t(
  'The run was cancelled before a decision.',
  '流程在決定前已被取消。',
  '流程在决定前已被取消。',
);

// refusals
export const notALink = t('This link does not work', '此連結無效', '此链接无效');
export const notALinkText = t(
  'Please open it from the e-mail again; it may have been cut off.',
  '請從電郵重新開啟，連結可能不完整。',
  '请从电邮重新打开，链接可能不完整。',
);
export const closed = t('This request is no longer on record', '此請求已無紀錄', '此请求已无记录');
export const closedText = t('Nothing was done.', '沒有執行任何操作。', '没有执行任何操作。');
export const elsewhere = t('Your decision was not taken', '未有接納你的決定', '未接纳您的决定');
export const elsewhereText = t(
  'It came from another web site. Please open the link in your e-mail and decide on that page. Nothing was done.',
  '送出來源是另一個網站。請開啟電郵內的連結，在該頁面作決定。沒有執行任何操作。',
  '提交来源是另一个网站。请打开电邮内的链接，在该页面作决定。没有执行任何操作。',
);
export const malformed = t('Your decision could not be read', '未能讀取你的決定', '未能读取您的决定');
export const malformedText = t(
  'Nothing was recorded. Please open the page again.',
  '沒有記錄任何決定，請重新開啟頁面。',
  '没有记录任何决定，请重新打开页面。',
);
export const tooLong = t('What you wrote is too long', '你輸入的內容太長', '您输入的内容太长');
export const changed = t('This is not what you were shown', '內容已與你所見的不同', '内容与您所见的不同');
export const changedText = t(
  'The request has changed since your page was loaded. Nothing was done. Please read it again and decide.',
  '頁面載入後，請求內容已有更改。沒有執行任何操作，請重新閱讀後再決定。',
  '页面加载后，请求内容已有更改。没有执行任何操作，请重新阅读后再决定。',
);
export const altered = t('This request was altered', '此請求曾被改動', '此请求曾被改动');
export const alteredText = t(
  'What is on record does not match its fingerprint. It cannot be approved, and nothing will be done. Please tell the people who run this system.',
  '紀錄與指紋碼不符，不能批准，亦不會執行。請通知系統負責人。',
  '记录与指纹码不符，不能批准，也不会执行。请通知系统负责人。',
);
export const already = t('It was decided before', '之前已有決定', '之前已有决定');
export const alreadyText = t(
  'Your answer was not taken. The decision that stands is this one:',
  '你的回覆未被採納，現時有效的決定如下：',
  '您的回复未被采纳，目前有效的决定如下：',
);
export const unavailable = t('The record cannot be reached just now', '暫時未能讀取紀錄', '暂时未能读取记录');
export const unavailableText = t(
  'It is not certain whether your last click was recorded. Please open this page again in a minute: it will tell you.',
  '未能確定剛才的操作有否記錄。請於一分鐘後重新開啟此頁查看。',
  '未能确定刚才的操作是否已记录。请于一分钟后重新打开此页查看。',
);
export const notFound = t('There is nothing here', '此處沒有內容', '此处没有内容');
export const methodText = t(
  'This page can be read, and its form sent. Nothing was done.',
  '此頁只供閱讀及送出表格。沒有執行任何操作。',
  '此页只供阅读及提交表格。没有执行任何操作。',
);
export const backToPage = t('Open the request', '開啟請求', '打开请求');

// letters
export const askSubject = (time: Trilingual, act: Trilingual) =>
  t(
    `Please decide by ${time.en}: ${act.en}`,
    `請於 ${time.tc} 前決定：${act.tc}`,
    `请于 ${time.sc} 前决定：${act.sc}`,
  );
export const reminderSubject = (left: Trilingual, act: Trilingual) =>
  t(`Reminder, ${left.en}: ${act.en}`, `提醒（${left.tc}）：${act.tc}`, `提醒（${left.sc}）：${act.sc}`);
export const reminder = (left: Trilingual) =>
  t(
    `A reminder: nobody has decided yet, ${left.en}.`,
    `提醒：仍未有人作出決定，${left.tc}。`,
    `提醒：仍未有人作出决定，${left.sc}。`,
  );
export const deputySubject = (name: string, time: Trilingual, act: Trilingual) =>
  t(
    `For ${name}, please decide by ${time.en}: ${act.en}`,
    `請代 ${name} 於 ${time.tc} 前決定：${act.tc}`,
    `请代 ${name} 于 ${time.sc} 前决定：${act.sc}`,
  );
export const deputy = (name: string) =>
  t(
    `${name} has not decided yet, and you are named as deputy. Either of you may decide; the first answer counts.`,
    `${name} 仍未作決定，而你是指定的代理人。你們任何一位均可決定，以先作出者為準。`,
    `${name} 仍未作决定，而您是指定的代理人。你们任何一位都可决定，以先作出者为准。`,
  );
export const deputyUnreached = (name: string) =>
  t(
    `The e-mail to ${name} could not be delivered, and you are named as deputy. Either of you may decide; the first answer counts.`,
    `寄給 ${name} 的電郵未能送達，而你是指定的代理人。你們任何一位均可決定，以先作出者為準。`,
    `发给 ${name} 的电邮未能送达，而您是指定的代理人。你们任何一位都可决定，以先作出者为准。`,
  );
export const unreachedSubject = (name: string, act: Trilingual) =>
  t(`${name} cannot be asked: ${act.en}`, `未能徵詢 ${name}：${act.tc}`, `无法征询 ${name}：${act.sc}`);
export const unreached = (name: string) =>
  t(
    `The e-mail that asks ${name} to decide could not be delivered, and no deputy can be reached either.`,
    `請 ${name} 作決定的電郵未能送達，亦沒有可聯絡的代理人。`,
    `请 ${name} 作决定的电邮未能送达，也没有可联系的代理人。`,
  );
export const unreachedNext = t(
  'Correct the address or name a deputy in the configuration, cancel this run and start it once more.',
  '請在設定中更正地址或指定代理人，然後取消這次流程並重新啟動。',
  '请在配置中更正地址或指定代理人，然后取消本次流程并重新启动。',
);
export const receiptSubject = (workflow: string, date: Trilingual) =>
  t(
    `What came of it: ${workflow}, ${date.en}`,
    `執行結果：${workflow}（${date.tc}）`,
    `执行结果：${workflow}（${date.sc}）`,
  );
export const receiptAt = t(
  'The link in the earlier e-mail now shows the receipt.',
  '先前電郵內的連結現時會顯示回條。',
  '先前电邮中的链接现在会显示回执。',
);
export const expirySubject = (act: Trilingual) =>
  t(`Expired, nothing was done: ${act.en}`, `已逾時，沒有執行：${act.tc}`, `已逾时，没有执行：${act.sc}`);
export const expiry = (time: Trilingual) =>
  t(
    `Nobody decided by ${time.en}, Hong Kong time. Nothing was done. The link in the earlier e-mail now only shows this.`,
    `截至香港時間 ${time.tc} 無人作出決定，因此沒有執行任何操作。先前電郵內的連結現時只會顯示這個結果。`,
    `截至香港时间 ${time.sc} 无人作出决定，因此没有执行任何操作。先前电邮中的链接现在只会显示这个结果。`,
  );
export const why = t('Why', '原因', '原因');
export const next = t('What next', '下一步', '下一步');
export const runWithout = (workflow: string, date: Trilingual) =>
  t(
    `No ${workflow} for ${date.en}`,
    `${date.tc} 的 ${workflow} 沒有完成`,
    `${date.sc} 的 ${workflow} 没有完成`,
  );
export const runDone = (workflow: string, date: Trilingual) =>
  t(
    `Done: ${workflow}, ${date.en}`,
    `已完成：${workflow}（${date.tc}）`,
    `已完成：${workflow}（${date.sc}）`,
  );
export const runRejected = (workflow: string, date: Trilingual) =>
  t(
    `Rejected: ${workflow}, ${date.en}`,
    `已拒絕：${workflow}（${date.tc}）`,
    `已拒绝：${workflow}（${date.sc}）`,
  );
export const runSkipped = (workflow: string, date: Trilingual) =>
  t(
    `Skipped: ${workflow}, ${date.en}`,
    `今次略過：${workflow}（${date.tc}）`,
    `本次跳过：${workflow}（${date.sc}）`,
  );
export const allDone = t('Everything was done.', '所有操作均已完成。', '所有操作均已完成。');
export const personRejected = t(
  'A person rejected it, and nothing was done.',
  '建議已被拒絕，沒有執行任何操作。',
  '建议已被拒绝，没有执行任何操作。',
);
export const skipped = t(
  'The run was not started, on purpose.',
  '系統按規則略過了這次流程。',
  '系统按规则跳过了本次流程。',
);
export const nobodyDecided = t(
  'Nobody decided in time, and nothing was done.',
  '無人在限時前作出決定，沒有執行任何操作。',
  '无人在限时前作出决定，没有执行任何操作。',
);
export const runCancelled = t('The run was cancelled.', '流程已被取消。', '流程已被取消。');
export const runFailed = t('The run could not be completed.', '流程未能完成。', '流程未能完成。');
export const rerun = t(
  'If it is still wanted, the people who run this system can start it once more; it will have a number of its own and ask you again. The next regular run is not affected.',
  '如仍需要，系統負責人可重新啟動；重新啟動後會另編號碼，並再次徵詢你的決定。下一次定期執行不受影響。',
  '如仍需要，系统负责人可重新启动；重新启动后会另编号码，并再次征询您的决定。下一次定期执行不受影响。',
);
export const nothingMore = t('You need not do anything.', '你毋須採取任何行動。', '您无需采取任何行动。');

/** A build with one guard taken out, and the command that has to notice. */
export type Mutant = {
  /** What is taken out. */
  readonly guard: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly killedBy: readonly [Command, ...Command[]];
};

/** `test`: files of the suite. The others are the commands of that name, with these arguments. */
export type Command = readonly [
  command: 'test' | 'crash' | 'properties' | 'exhaustive' | 'soak',
  ...args: string[],
];

/** Small budgets: enough to see what is plain to see. */
const CRASH: Command = ['crash', 'morning-brief'];
const PROPERTIES: Command = ['properties', '160'];
const EXHAUSTIVE: Command = ['exhaustive', 'morning-brief', '--depth', '6'];
const SOAK: Command = ['soak', '--minutes', '0.1', '--at-once', '4', '--triggers', '50', '--approvers', '60'];
const test = (...files: string[]): Command => ['test', ...files];

export const MUTANTS: readonly Mutant[] = [
  {
    guard: 'the condition of a put is sent to DynamoDB',
    file: 'lambda/ledger/dynamo-items.ts',
    find: 'Item: store(whole), ...render(when) })',
    replace: 'Item: store(whole) })',
    killedBy: [test('test/ledger/items.test.ts'), SOAK],
  },
  {
    guard: 'a nonce tells one’s own write, whose reply was lost, from another’s',
    file: 'lambda/ledger/dynamo-items.ts',
    find: 'item?.[NONCE] === nonce ?',
    replace: 'item === null ?',
    killedBy: [test('test/survival/faults/c.test.ts')],
  },
  {
    guard: 'a decision is put only where there is none',
    file: 'lambda/ledger/decision.ts',
    find: `people, shown },
    ABSENT,`,
    replace: `people, shown },
    [{ absent: 'nothing' }],`,
    killedBy: [PROPERTIES, SOAK],
  },
  {
    guard: 'a run begins only where there is none of its date',
    file: 'lambda/ledger/run.ts',
    find: 'const put = await items.put(item, ABSENT);',
    replace: "const put = await items.put(item, [{ absent: 'nothing' }]);",
    killedBy: [test('test/states/admit.test.ts')],
  },
  {
    guard: 'the decision has to approve the act that is run',
    file: 'lambda/states/write.ts',
    find: '|| !approved(decision).includes(event.index))',
    replace: ')',
    killedBy: [test('test/survival/claims.test.ts')],
  },
  {
    guard: 'what is claimed is what was shown',
    file: 'lambda/ledger/write.ts',
    find: "{ equals: ['digest', claim.shown] },",
    replace: '',
    killedBy: [test('test/ledger/transitions.test.ts')],
  },
  {
    guard: 'what runs has the approved digest',
    file: 'lambda/states/write.ts',
    find: 'if (proposalDigest(claimed) !== ruling.digest) {',
    replace: 'if (proposalDigest(claimed) === undefined) {',
    killedBy: [test('test/local/gate.test.ts')],
  },
  {
    guard: 'the digests a form is answered by are computed anew',
    file: 'lambda/gate/answer.ts',
    find: "if (!intact(gate)) return { is: 'altered', gate };",
    replace: '',
    killedBy: [test('test/gate/site.test.ts')],
  },
  {
    guard: 'a live lease is waited for',
    file: 'lambda/states/write.ts',
    find: "if (stands.state === 'EXECUTING' && (stands.leaseUntil ?? 0) > deps.clock.now().getTime())",
    replace: 'if (deps.clock === undefined)',
    killedBy: [test('test/survival/claims.test.ts')],
  },
  {
    guard: 'a target that does not know its keys is not asked to act again by itself',
    file: 'lambda/states/write.ts',
    find: "const again = redo || (found === undefined && writer.tool.target === 'keyed');",
    replace: "const again = redo || found === undefined || found === 'unreachable';",
    killedBy: [test('test/survival/unknown-crash.test.ts')],
  },
  {
    guard: 'an approval is good until its time to run is over',
    file: 'lambda/states/write.ts',
    find: 'const late = shifted(deps.clock, decision.clockOffsetMs).now().getTime() >= Date.parse(decision.executeBy);',
    replace: 'const late = false;',
    killedBy: [test('test/survival/claims.test.ts', 'test/survival/faults/a.test.ts')],
  },
  {
    guard: 'an answer is taken until the gate’s time is over',
    file: 'lambda/gate/answer.ts',
    find: "if (now >= new Date(gate.decideBy)) return { is: 'expired', gate };",
    replace: '',
    killedBy: [test('test/survival/faults/a.test.ts')],
  },
  {
    guard: 'a GET decides nothing',
    file: 'lambda/gate/site.tsx',
    find: `    const { decision, votes } = await readAnswers(items, link.ref);
    if (decision)`,
    replace: `    const asked = await readGate(items, link.ref);
    const said = (asked?.proposals ?? []).map(({ index, digest }) => ({
      ...{ index, digest, choice: 'APPROVED' as const, comments: {}, edits: {} },
    }));
    if (said.length > 0) await answerGate(site, link, said, {});
    const { decision, votes } = await readAnswers(items, link.ref);
    if (decision)`,
    killedBy: [test('test/survival/faults/a.test.ts')],
  },
  {
    guard: 'another site’s form is refused',
    file: 'lambda/gate/headers.ts',
    find: "const site = request.headers.get('sec-fetch-site');",
    replace: "if (request) return false;\n  const site = request.headers.get('sec-fetch-site');",
    killedBy: [test('test/gate/refusals.test.ts')],
  },
  {
    guard: 'a link is one that this system made',
    file: 'lambda/gate/link.ts',
    find: '.includes(true);',
    replace: '.length > 0;',
    killedBy: [test('test/gate/link.test.ts')],
  },
  {
    guard: 'as many people as the quorum wants have to approve',
    file: 'lambda/ledger/vote.ts',
    find: 'if (approvalsOf(proposal, votes).length < quorum) return undefined;',
    replace: '',
    killedBy: [test('test/gate/several.test.ts')],
  },
  {
    guard: 'DONE wants its evidence',
    file: 'lambda/states/finish.ts',
    find: "return missing ? { state: 'FAILED', ...missing, ...text } : { state: 'DONE', ...text };",
    replace: "return { state: 'DONE', ...(missing ? {} : {}), ...text };",
    killedBy: [PROPERTIES],
  },
  {
    guard: 'a figure in a model’s words has to be a fact’s',
    file: 'lambda/define/claims.ts',
    find: '.find(({ value }) => !allowed.includes(value));',
    replace: '.find(({ value }) => value === undefined && !allowed.includes(value));',
    killedBy: [test('test/define/claims.test.ts')],
  },
  {
    guard: 'tokens are reserved before they are spent',
    file: 'lambda/ledger/run.ts',
    find: "if (claim.spent + claim.reserve > claim.budget) return { claimed: false, why: 'BUDGET_TOKENS' };",
    replace: '',
    killedBy: [test('test/ledger/transitions.test.ts')],
  },
  {
    guard: 'an answer that is on record is not asked for again',
    file: 'lambda/states/take-turn.ts',
    find: 'if (recorded) return follow(recorded.next, recorded, workflow, record, deps);',
    replace: '',
    killedBy: [CRASH],
  },
  {
    guard: 'an act of unknown outcome is looked up before it is run again',
    file: 'lambda/states/write.ts',
    find: `    case 'EXECUTING':
      return resume(act, stands, late);`,
    replace: `    case 'EXECUTING':
      return refuse(act, 'somebody else has it');`,
    killedBy: [CRASH],
  },
  {
    guard: 'a callback waits for a limited time',
    file: 'lib/machine/shapes.ts',
    find: '    TimeoutSeconds: timeout,\n',
    replace: '',
    killedBy: [EXHAUSTIVE],
  },
  {
    guard: 'a run whose end is not known is not taken for DONE',
    file: 'lib/machine/compile.ts',
    find: `      })),
      Default: 'FAILED',`,
    replace: `      })),
      Default: 'DONE',`,
    killedBy: [EXHAUSTIVE],
  },
  {
    guard: 'a gate that is decided goes on to WRITE only by its verdict',
    file: 'lib/machine/writing.ts',
    find: "CONFIRMED: choice([said('WRITE', 'WRITE'), said('CLOSE', 'CLOSE_GATE')]),",
    replace: "CONFIRMED: { ...choice([said('CLOSE', 'CLOSE_GATE')]), Default: 'WRITE' },",
    killedBy: [test('test/machine/prove.test.ts')],
  },
  {
    guard: 'the local host answers to its own names only',
    file: 'lib/local/listen.ts',
    find: "if (!LOOPBACK.includes(host.replace(/:\\d+$/, '')))",
    replace: 'if (LOOPBACK.length === 0)',
    killedBy: [test('test/survival/security.test.ts')],
  },
  {
    guard: 'servers for programs answer no page',
    file: 'lib/local/listen.ts',
    find: "if (callers === 'programs' && (origin !== undefined || site !== 'none'))",
    replace: "if (callers === 'programs' && origin === site)",
    killedBy: [test('test/survival/security.test.ts')],
  },
  {
    guard: 'a terminal is not told what to do',
    file: 'lib/local/commands/printable.ts',
    find: 'export const printable = (text: string): string => text.replace(OBEYED, escaped);',
    replace: 'export const printable = (text: string): string => text;',
    killedBy: [test('test/survival/security.test.ts')],
  },
  {
    guard: 'a header is one line',
    file: 'lambda/gate/mail.ts',
    find: ".replace(/[\\p{Cc}\\p{Cs}\\u2028\\u2029\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069\\ufeff]+/gu, ' ')",
    replace: '',
    killedBy: [test('test/gate/mail.test.ts')],
  },
];

import type { Lang, Trilingual } from '../define/preview.ts';
import type { GateItem, Proposal } from '../ledger/gate.ts';
import { openOnes } from './asked.ts';
import { type Choice, COMMENTED, choicesFor } from './choices.ts';
import { Shown } from './layout.tsx';
import type { Problem } from './rule.ts';
import { fieldName, type Said } from './submission.ts';
import { words } from './words.ts';

/** What the person had typed when the form came back unfinished. */
export type Draft = { readonly said: readonly Said[]; readonly problems: ReadonlyMap<number, Problem> };

type Props = {
  readonly gate: GateItem;
  readonly lang: Lang;
  readonly path: string;
  readonly draft?: Draft | undefined;
};

/**
 * The only way to decide. Nothing is chosen beforehand and two acts are needed, to choose and to send: a finger that
 * slips, or a scanner that presses buttons, decides nothing.
 */
export function DecisionForm({ gate, lang, path, draft }: Props) {
  const open = openOnes(gate);
  return (
    <form method="post" action={path} id="decide">
      <h2>{words.decision[lang]}</h2>
      {draft && (
        <p class="wrong" role="alert">
          {words.unfinished[lang]}
        </p>
      )}
      <input type="hidden" name="lang" value={lang} />
      {open.map((proposal) => (
        <ProposalChoices
          gate={gate}
          proposal={proposal}
          lang={lang}
          several={open.length > 1}
          said={draft?.said.find(({ index }) => index === proposal.index)}
          problem={draft?.problems.get(proposal.index)}
        />
      ))}
      <button type="submit">{words.send[lang]}</button>
      <p class="soft after">{words.sendHelp[lang]}</p>
    </form>
  );
}

type ChoicesProps = {
  readonly gate: GateItem;
  readonly proposal: Proposal;
  readonly lang: Lang;
  readonly several: boolean;
  readonly said: Said | undefined;
  readonly problem: Problem | undefined;
};

function ProposalChoices({ gate, proposal, lang, several, said, problem }: ChoicesProps) {
  const { index, digest } = proposal;
  const act = <Shown text={proposal.preview.act[lang]} />;
  return (
    <fieldset>
      <legend>{act}</legend>
      <input type="hidden" name={fieldName.digest(index)} value={digest} />
      {problem === 'choose' && <p class="wrong">{words.choose[lang]}</p>}
      {choicesFor(gate, proposal).map((choice) => (
        <div class={`choice ${TONE[choice] ?? ''}`}>
          <input
            type="radio"
            id={`${index}-${choice}`}
            name={fieldName.choice(index)}
            value={choice}
            required
            checked={said?.choice === choice}
          />
          <label for={`${index}-${choice}`}>
            <b>{NAME[choice][lang]}</b>
            <small>{helpOf(choice, gate)[lang]}</small>
          </label>
          {COMMENTED.includes(choice) && (
            <div class="more">
              <Comment
                index={index}
                choice={choice}
                lang={lang}
                value={said?.comments[choice] ?? ''}
                wrong={problem === 'comment' && said?.choice === choice}
              />
            </div>
          )}
        </div>
      ))}
      {several && <small class="code">{digest.slice(0, 12)}</small>}
    </fieldset>
  );
}

type CommentProps = {
  readonly index: number;
  readonly choice: Choice;
  readonly lang: Lang;
  readonly value: string;
  readonly wrong: boolean;
};

function Comment({ index, choice, lang, value, wrong }: CommentProps) {
  const id = `${index}-${choice}-comment`;
  const [label, wanted] = ASKS[choice] ?? [words.reason, words.reasonWanted];
  return (
    <div class="field">
      <label for={id}>{label[lang]}</label>
      {wrong && (
        <p class="wrong" id={`${id}-wrong`}>
          {wanted[lang]}
        </p>
      )}
      <textarea
        id={id}
        name={fieldName.comment(index, choice)}
        maxlength={4000}
        rows={3}
        aria-invalid={wrong ? 'true' : undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
      >
        {area(value)}
      </textarea>
    </div>
  );
}

/** A browser drops the first line feed of a textarea; one that is ours to drop goes before the text. */
export const area = (text: string): string => `\n${text}`;

const TONE: { readonly [C in Choice]?: 'go' | 'no' } = {
  APPROVED: 'go',
  EDITED: 'go',
  HAPPENED: 'go',
  REJECTED: 'no',
  STOP: 'no',
};

const NAME: { readonly [C in Choice]: Trilingual } = {
  APPROVED: words.approve,
  EDITED: words.edit,
  REJECTED: words.reject,
  REFRESH: words.refresh,
  CHANGES: words.change,
  HAPPENED: words.wasHappened,
  REDO: words.wasRedo,
  STOP: words.wasStop,
  ANSWERED: words.answer,
};

const ASKS: { readonly [C in Choice]?: readonly [label: Trilingual, wanted: Trilingual] } = {
  CHANGES: [words.comment, words.commentWanted],
  HAPPENED: [words.evidence, words.evidenceWanted],
};

function helpOf(choice: Choice, gate: GateItem): Trilingual {
  if (choice === 'CHANGES') return words.changeHelp(gate.roundsLeft);
  return HELP[choice] ?? words.nothing;
}

const HELP: { readonly [C in Choice]?: Trilingual } = {
  APPROVED: words.approveHelp,
  EDITED: words.editHelp,
  REJECTED: words.rejectHelp,
  REFRESH: words.refreshHelp,
  HAPPENED: words.happenedHelp,
  REDO: words.redoHelp,
  STOP: words.stopHelp,
  ANSWERED: words.answerHelp,
};

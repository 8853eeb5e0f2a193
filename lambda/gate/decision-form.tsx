import type { Lang } from '../define/preview.ts';
import type { GateItem, Proposal } from '../ledger/gate.ts';
import { type Vote, versionOf } from '../ledger/vote.ts';
import { openOnes } from './asked.ts';
import { commentWords, wordsFor } from './choice-words.ts';
import { type Choice, COMMENTED, choicesFor } from './choices.ts';
import { area, EditFields } from './edit-fields.tsx';
import { fieldsOf } from './editable.ts';
import { Phrase } from './layout.tsx';
import { type Problem, type Problems, vetoed } from './rule.ts';
import { fieldName, type Said } from './submission.ts';
import * as words from './words.ts';

/** What the person had typed when the form came back unfinished. */
export type Draft = { readonly said: readonly Said[]; readonly problems: Problems };

type Props = {
  readonly gate: GateItem;
  readonly votes: readonly Vote[];
  readonly lang: Lang;
  /** Whether some figure is old: then a refresh is offered. */
  readonly old: boolean;
  readonly draft?: Draft | undefined;
};

/**
 * The only way to decide. Nothing is chosen beforehand and two acts are needed, to choose and to send: a finger that
 * slips, or a scanner that presses buttons, decides nothing.
 */
export function DecisionForm({ gate, votes, lang, old, draft }: Props) {
  const asked = openOnes(gate).filter((proposal) => !vetoed(proposal, votes));
  if (asked.length === 0) return null;
  return (
    <form method="post" action={`?lang=${lang}`} id="decide" aria-labelledby="decide-title">
      <h2 id="decide-title">{words.decision[lang]}</h2>
      {draft && (
        <p class="wrong" role="alert">
          {words.unfinished[lang]}
        </p>
      )}
      {asked.map((proposal) => (
        <ProposalChoices
          gate={gate}
          proposal={proposal}
          votes={votes}
          lang={lang}
          old={old}
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
  readonly votes: readonly Vote[];
  readonly lang: Lang;
  readonly old: boolean;
  readonly said: Said | undefined;
  readonly problem: Problem | undefined;
};

function ProposalChoices({ gate, proposal, votes, lang, old, said, problem }: ChoicesProps) {
  const { index, question, preview } = proposal;
  const version = versionOf(proposal, votes);
  const offered = choicesFor(gate, proposal).filter((choice) => choice !== 'REFRESH' || old);
  return (
    <fieldset>
      <legend>
        <Phrase text={question?.question ?? preview.act[lang]} />
      </legend>
      <input type="hidden" name={fieldName.digest(index)} value={version.digest} />
      {problem === 'choose' && <p class="wrong">{words.choose[lang]}</p>}
      {offered.map((choice) => (
        <ChoiceCard
          gate={gate}
          proposal={proposal}
          args={version.edited ?? proposal.args}
          lang={lang}
          choice={choice}
          said={said}
          problem={said?.choice === choice ? problem : undefined}
        />
      ))}
    </fieldset>
  );
}

type CardProps = Omit<ChoicesProps, 'votes' | 'old'> & {
  readonly choice: Choice;
  readonly args: Proposal['args'];
};

/** One choice; what it needs opens below it once it is chosen, by style alone. */
function ChoiceCard({ gate, proposal, args, lang, choice, said, problem }: CardProps) {
  const { index } = proposal;
  const { name, help, tone = '' } = wordsFor(choice, gate, proposal);
  const id = `${index}-${choice}`;
  return (
    <div class={`choice ${tone}`}>
      <input
        type="radio"
        id={id}
        name={fieldName.choice(index)}
        value={choice}
        required
        checked={said?.choice === choice}
      />
      <label for={id}>
        <b>
          <Phrase text={name[lang]} />
        </b>
        {help && <small>{help[lang]}</small>}
      </label>
      {COMMENTED.includes(choice) && (
        <div class="more">
          <Comment
            index={index}
            choice={choice}
            lang={lang}
            value={said?.comments[choice] ?? ''}
            wrong={problem === 'comment'}
          />
        </div>
      )}
      {choice === 'EDITED' && (
        <div class="more">
          <EditFields
            fields={fieldsOf(proposal, args)}
            lang={lang}
            prefix={fieldName.edit(index, '')}
            typed={said?.edits ?? {}}
            faults={typeof problem === 'object' ? problem : undefined}
          />
        </div>
      )}
    </div>
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
  const { label, wanted } = commentWords(choice);
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

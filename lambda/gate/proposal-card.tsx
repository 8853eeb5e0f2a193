import { canonical, type Json } from '../define/json.ts';
import type { Lang } from '../define/preview.ts';
import type { GateItem, Proposal } from '../ledger/gate.ts';
import { approvalsOf, type Vote, versionOf } from '../ledger/vote.ts';
import { textsFor } from './asked.ts';
import { LANGS, named, tagOf } from './language.ts';
import { Phrase, Shown } from './layout.tsx';
import { Revision } from './revision.tsx';
import { vetoed } from './rule.ts';
import { fieldWords } from './terms.ts';
import * as words from './words.ts';

type Props = {
  readonly gate: GateItem;
  readonly proposal: Proposal;
  readonly votes: readonly Vote[];
  readonly lang: Lang;
};

/** One proposal: its words as they are, what others have said of it, and exactly what will run. */
export function ProposalCard({ gate, proposal, votes, lang }: Props) {
  const { preview, standing, note } = proposal;
  const version = versionOf(proposal, votes);
  return (
    <article>
      {gate.proposals.length > 1 && (
        <p class="eyebrow">
          <Phrase text={preview.act[lang]} />
        </p>
      )}
      <h2>
        <Shown text={preview.title} />
      </h2>
      {standing !== 'open' && (
        <p class="soft">{(standing === 'done' ? words.doneAlready : words.blocked)[lang]}</p>
      )}
      {note && (
        <p class={gate.kind === 'SETTLE' ? 'well' : 'soft'}>
          <Shown text={note} />
        </p>
      )}
      <Revision proposal={proposal} lang={lang} />
      <OthersSaid gate={gate} proposal={proposal} votes={votes} lang={lang} />
      {version.edited && (
        <div class="well">
          <h3>
            <Shown text={words.editedBy(version.editor ?? '')[lang]} />
          </h3>
          <Changes before={proposal.args} after={version.edited} lang={lang} />
        </div>
      )}
      {textsFor(preview, lang).map((text) => (
        <div class="draft">
          <span class="tag">{LANGS.find((one) => one.lang === text.lang)?.name}</span>
          <p class="text" lang={tagOf(text.lang)}>
            <Shown text={text.text} />
          </p>
        </div>
      ))}
      {!proposal.question && (
        <details class="exact">
          <summary>{(gate.kind === 'REVIEW' ? words.inFull : words.exactly)[lang]}</summary>
          <Exactly
            proposal={proposal}
            args={version.edited ?? proposal.args}
            digest={version.digest}
            lang={lang}
          />
        </details>
      )}
    </article>
  );
}

/** With a quorum, who has approved this version; and a no that settled it already. */
function OthersSaid({ gate, proposal, votes, lang }: Props) {
  const no = vetoed(proposal, votes);
  if (no) {
    const by = votes.find(({ rulings }) => rulings.includes(no))?.by.name ?? '';
    return (
      <p class="well">
        <b>
          <Shown text={words.vetoedBy(by)[lang]} />
        </b>{' '}
        {no.comment && <Shown text={no.comment} />}
      </p>
    );
  }
  if (gate.quorum < 2 || proposal.standing !== 'open') return null;
  const names = approvalsOf(proposal, votes).map(({ by }) => by.name);
  return (
    <p class="well">
      {words.needs(names.length, gate.quorum)[lang]} <Shown text={names.join(', ')} />
    </p>
  );
}

type ExactlyProps = {
  readonly proposal: Proposal;
  readonly args: Proposal['args'];
  readonly digest: string;
  readonly lang: Lang;
};

function Exactly({ proposal, args, digest, lang }: ExactlyProps) {
  return (
    <dl class="stack">
      <dt>{words.tool[lang]}</dt>
      <dd class="code">
        <Shown text={proposal.tool} />
      </dd>
      {leaves('', args).map(([name, text]) => (
        <Leaf name={name} text={text} />
      ))}
      {leaves('', proposal.injected).map(([name, text]) => (
        <Leaf name={name} text={text} note={words.injected[lang]} />
      ))}
      <dt>{words.digest[lang]}</dt>
      <dd>
        <code>{digest}</code>
        <br />
        <small>{words.digestNote[lang]}</small>
      </dd>
    </dl>
  );
}

function Leaf({ name, text, note }: { name: string; text: string; note?: string }) {
  return (
    <>
      <dt>
        <Shown text={name} /> {note && <small>({note})</small>}
      </dt>
      <dd class="code text">
        <Shown text={text} />
      </dd>
    </>
  );
}

/** Every value by its path, texts as they read: objects are taken apart, lists are shown as JSON. */
function leaves(path: string, value: Json): readonly (readonly [path: string, text: string])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.keys(value).length === 0)
    return path ? [[path, written(value)]] : [];
  return Object.entries(value).flatMap(([name, part]) => leaves(path ? `${path}.${name}` : name, part));
}

type Args = Proposal['args'];

/** Field by field, what a person changed. */
export function Changes({ before, after, lang }: { before: Args; after: Args; lang: Lang }) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const text = (value: Json | undefined) => (value === undefined ? '' : written(value));
  const changed = names.filter(
    (name) => canonical([before[name] ?? null]) !== canonical([after[name] ?? null]),
  );
  return (
    <dl class="stack">
      {changed.map((name) => (
        <>
          <dt>
            <Shown text={fieldWords(name)[lang]} />
          </dt>
          <dd class="text">
            <small>{named(words.before, lang)}</small>
            <del>
              <Shown text={text(before[name])} />
            </del>
            {'\n'}
            <small>{named(words.after, lang)}</small>
            <ins>
              <Shown text={text(after[name])} />
            </ins>
          </dd>
        </>
      ))}
    </dl>
  );
}

const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

import { Shown } from '../../../lambda/gate/layout.tsx';
import type { TurnItem } from '../../../lambda/ledger/record.ts';

/** What was sent to the model and what it answered, turn by turn, word for word. */
export const Conversation = ({ turns }: { turns: readonly TurnItem[] }) =>
  turns.length === 0 ? null : (
    <section>
      <h2>Conversation</h2>
      {turns.map((turn) => (
        <details id={`turn-${turn.turn}`}>
          <summary>
            Turn {turn.turn}
            <small>
              <Shown
                text={`${turn.stage}: ${turn.calls.map(({ tool }) => tool).join(', ') || 'last words'}`}
              />
            </small>
          </summary>
          {[...partsOf(turn.sent)].map((part) => (
            <Said part={part} who="sent" />
          ))}
          {[...partsOf(turn.content)].map((part) => (
            <Said part={part} who="model" />
          ))}
        </details>
      ))}
    </section>
  );

type Part = { readonly what: string; readonly text: string; readonly prose: boolean };

const Said = ({ part, who }: { part: Part; who: 'sent' | 'model' }) => (
  <div class={`said ${who}`}>
    <small>
      <Shown text={who === 'model' ? `model, ${part.what}` : part.what} />
    </small>
    {part.prose ? (
      <p class="prose">
        <Shown text={part.text} />
      </p>
    ) : (
      <pre>
        <Shown text={part.text} />
      </pre>
    )}
  </div>
);

type Block = { readonly type?: unknown; readonly [field: string]: unknown };

/** The blocks of a message; one of a kind that is not known is shown as it is. */
function* partsOf(message: string): Generator<Part> {
  const blocks: unknown = JSON.parse(message);
  if (!Array.isArray(blocks)) {
    yield typeof blocks === 'string'
      ? { what: 'text', text: blocks, prose: true }
      : { what: 'message', text: indented(blocks), prose: false };
    return;
  }
  for (const block of blocks as Block[]) {
    if (typeof block.text === 'string') yield { what: 'text', text: block.text, prose: true };
    else if (block.type === 'tool_use')
      yield { what: `calls ${block.name}`, text: indented(block.input), prose: false };
    else if (block.type === 'tool_result')
      yield { what: 'result of a call', text: readable(block.content), prose: false };
    else if (block.type === 'thinking' && typeof block.thinking === 'string')
      yield { what: 'thinking', text: block.thinking, prose: true };
    else yield { what: String(block.type), text: indented(block), prose: false };
  }
}

const indented = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** A result is JSON in a text, mostly. */
function readable(content: unknown): string {
  const text = Array.isArray(content)
    ? content.map((part) => part.text ?? indented(part)).join('\n')
    : content;
  if (typeof text !== 'string') return indented(text);
  try {
    return indented(JSON.parse(text));
  } catch {
    return text;
  }
}

import * as z from 'zod/mini';
import { CHOICE, type Choice } from './choices.ts';

/** The most a form may weigh, in bytes. */
export const FORM_BYTES = 128 * 1024;

// zod/mini: a function that answers people is read from disk at every cold start
const Said = z.object({
  index: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(999)),
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  choice: z.optional(z.custom<Choice>((text) => typeof text === 'string' && CHOICE.test(text))),
  comments: z.record(z.string(), z.string().check(z.maxLength(4000))),
  edits: z.record(z.string().check(z.maxLength(200)), z.string().check(z.maxLength(60_000))),
});
const Form = z.array(Said).check(z.minLength(1), z.maxLength(64));

/** What was said about one proposal: the digest that was shown, the choice, and all that was typed. */
export type Said = z.output<typeof Said>;

/** Names of a form's fields, for proposal `index`. */
export const fieldName = {
  digest: (index: number) => `${index}.digest`,
  choice: (index: number) => `${index}.choice`,
  comment: (index: number, choice: string) => `${index}.comment.${choice}`,
  edit: (index: number, field: string) => `${index}.edit.${field}`,
};

const FIELD = /^(\d{1,3})\.(digest|choice|comment\.[A-Z]+|edit\..+)$/s;

/** Reads a form as browsers send it; undefined for anything the page's own form cannot have sent. */
export function readSubmission(body: string): readonly Said[] | undefined {
  const fields = [...new URLSearchParams(body)];
  if (new Set(fields.map(([name]) => name)).size !== fields.length) return undefined;
  const said = new Map<string, { index: string; [part: string]: unknown; comments: object; edits: object }>();
  for (const [name, value] of fields) {
    const [, index, part] = FIELD.exec(name) ?? [];
    if (index === undefined || part === undefined) return undefined;
    const one = said.get(index) ?? { index, comments: {}, edits: {} };
    said.set(index, one);
    // browsers send line breaks as CR LF; the record keeps LF
    const text = value.replaceAll('\r\n', '\n');
    if (part.startsWith('comment.')) Object.assign(one.comments, { [part.slice(8)]: text.trim() });
    else if (part.startsWith('edit.')) Object.assign(one.edits, { [part.slice(5)]: text });
    else one[part] = text;
  }
  const read = Form.safeParse([...said.values()]);
  return read.success ? read.data : undefined;
}

import * as z from 'zod';

/** Whom a setting may name. Those who deploy and those who run it on one machine are held to the same. */
export const text = z.string().min(1);
export const Email = z.email();
export const Person = z.strictObject({ name: text, email: Email, lang: z.enum(['en', 'tc', 'sc']) });
const Approver = Person.extend({ id: text.regex(/^[a-z][a-z0-9-]*$/), deputyOf: text.optional() });

/** Who is asked about one workflow: at least one who is nobody's deputy. */
export const Approvers = z
  .array(Approver)
  .min(1)
  .max(16)
  .superRefine((approvers, context) => {
    const ids = approvers.map(({ id }) => id);
    for (const [index, { id, deputyOf }] of approvers.entries()) {
      const fault = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [index, field], message });
      if (ids.indexOf(id) !== index) fault('id', `"${id}" is there twice`);
      if (deputyOf !== undefined && (deputyOf === id || !ids.includes(deputyOf)))
        fault('deputyOf', `another approver's id is wanted, "${deputyOf}" was given`);
    }
    if (approvers.every(({ deputyOf }) => deputyOf !== undefined))
      context.addIssue({ code: 'custom', path: [], message: 'somebody who is no deputy is wanted' });
  });

import type { Lang } from '../define/preview.ts';
import { faultWords } from './choice-words.ts';
import type { Field, Row } from './editable.ts';
import type { Edits, Fault } from './edits.ts';
import { Shown } from './layout.tsx';
import { fieldWords } from './terms.ts';
import { visible } from './visible.ts';
import * as words from './words.ts';

type Props = {
  readonly lang: Lang;
  /** Before a field's name in the form. */
  readonly prefix: string;
  /** What was typed, when the form came back. */
  readonly typed: Edits;
  readonly faults: ReadonlyMap<string, Fault> | undefined;
};

/** The controls for what a person may edit, made from the frozen schema. */
export function EditFields({ fields, ...props }: Props & { readonly fields: readonly Field[] }) {
  return (
    <>
      {fields.map((field) => (
        <EditField field={field} {...props} />
      ))}
    </>
  );
}

function EditField({ field, ...props }: Props & { readonly field: Field }) {
  const { lang, prefix, typed, faults } = props;
  if (field.kind === 'group')
    return (
      <fieldset class="group">
        <legend>
          <Shown text={fieldWords(field.label)[lang]} />
        </legend>
        <EditFields fields={field.fields} {...props} />
      </fieldset>
    );
  if (field.kind === 'list')
    return (
      <fieldset class="group">
        <legend>
          <Shown text={fieldWords(field.label)[lang]} />
        </legend>
        {field.rows.map((row) => (
          <EditRow row={row} {...props} />
        ))}
      </fieldset>
    );
  const id = `${prefix}${field.name}`;
  const fault = faults?.get(field.name);
  const value = typed[field.name] ?? field.value;
  const described = [field.help ? `${id}-help` : '', fault ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  const common = {
    id,
    name: id,
    'aria-describedby': described || undefined,
    'aria-invalid': fault ? ('true' as const) : undefined,
  };
  return (
    <div class="field">
      <label for={id}>
        <Shown text={fieldWords(field.label)[lang]} />
      </label>
      {field.help && (
        <small id={`${id}-help`}>
          <Shown text={field.help} />
        </small>
      )}
      {fault && (
        <p class="wrong" id={`${id}-wrong`}>
          {faultWords(fault)[lang]}
        </p>
      )}
      {field.kind === 'choice' ? (
        <select {...common}>
          {field.options.map((option) => (
            <option value={String(option)} selected={String(option) === value}>
              {typeof option === 'boolean' ? (option ? words.yes : words.no)[lang] : visible(String(option))}
            </option>
          ))}
        </select>
      ) : field.kind === 'number' || (field.kind === 'line' && value.length < 28) ? (
        <input
          type="text"
          inputmode={field.kind === 'number' ? 'decimal' : undefined}
          autocomplete="off"
          value={value}
          {...common}
        />
      ) : (
        <textarea
          rows={field.kind === 'line' ? 2 : Math.min(16, Math.max(3, value.split('\n').length + 1))}
          {...common}
        >
          {area(value)}
        </textarea>
      )}
    </div>
  );
}

function EditRow({ row, ...props }: Props & { readonly row: Row }) {
  const { lang, prefix, typed } = props;
  const place = row.field.label;
  const dropped = typed[row.drop] !== undefined;
  return (
    <div class="row">
      <div class="place">
        <label for={`${prefix}${row.order}`}>{(row.blank ? words.addOne : words.place)[lang]}</label>
        <input
          type="text"
          inputmode="decimal"
          autocomplete="off"
          id={`${prefix}${row.order}`}
          name={`${prefix}${row.order}`}
          value={typed[row.order] ?? place}
        />
        {!row.blank && (
          <label class="drop">
            <input type="checkbox" name={`${prefix}${row.drop}`} value="yes" checked={dropped} />{' '}
            {words.drop[lang]}
          </label>
        )}
      </div>
      {row.field.kind === 'group' ? (
        <EditFields fields={row.field.fields} {...props} />
      ) : (
        <EditField field={row.field} {...props} />
      )}
    </div>
  );
}

/** A browser drops the first line feed of a textarea; one that is ours to drop goes before the text. */
export const area = (text: string): string => `\n${text}`;

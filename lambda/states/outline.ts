import type { Json } from '../define/json.ts';
import { fieldWords } from '../gate/terms.ts';

/** The first letter as a sentence has it; a name of code, such as list_files, stays as it is written. */
export const sentence = (text: string): string =>
  /^\w+_\w/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** What a model put out, as people read it: a line each, parts below their heading, further in. Nothing is left out. */
export function outline(value: Json, indent = ''): string {
  if (Array.isArray(value)) {
    if (value.length === 0) return `${indent}none`;
    return value.map((part, index) => under(`${indent}${index + 1}.`, part, indent)).join('\n');
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value);
    if (fields.length === 0) return `${indent}none`;
    return fields.map(([name, part]) => under(`${indent}${fieldWords(name).en}:`, part, indent)).join('\n');
  }
  return `${indent}${word(value)}`;
}

function under(head: string, part: Json, indent: string): string {
  const flat = typeof part !== 'object' || part === null || Object.keys(part).length === 0;
  return flat ? `${head} ${outline(part)}` : `${head}\n${outline(part, `${indent}   `)}`;
}

function word(value: string | number | boolean | null): string {
  if (value === true) return 'yes';
  if (value === false) return 'no';
  return value === null ? 'none' : String(value);
}

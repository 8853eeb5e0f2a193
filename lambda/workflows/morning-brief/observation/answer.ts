import { ToolError } from '../../../define/tool-error.ts';

/** What the API answers, with status 200, to a wrong or empty parameter. */
const BAD_PARAMETERS = 'Please include valid parameters in API request';

/**
 * The JSON object an answer holds. Neither the status nor the content type of this API says whether there is one.
 *
 * @throws {ToolError} HKO_BAD_PARAMETERS, HKO_NOT_JSON, HKO_DUPLICATE_KEY
 */
export function parseAnswer(body: string): Record<string, unknown> {
  const text = body.replace(/^\uFEFF/, '');
  if (text.trimStart().startsWith(BAD_PARAMETERS)) {
    throw new ToolError('parameter', 'HKO_BAD_PARAMETERS', 'the API refused dataType or lang', 'lang');
  }
  const answer = parsed(text);
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw notJson(text);
  const twice = duplicateKey(text);
  if (twice !== undefined) {
    throw new ToolError(
      'business',
      'HKO_DUPLICATE_KEY',
      `the answer has "${twice}" twice in one object`,
      twice,
    );
  }
  return answer as Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(text);
  }
}

/** An error page or a cut-off answer: the next try may get the real one. */
const notJson = (text: string) =>
  new ToolError(
    'transient',
    'HKO_NOT_JSON',
    `a JSON object is wanted, the answer begins ${JSON.stringify([...text].slice(0, 80).join(''))}`,
  );

/** The first key that one object has twice, of which JSON.parse would silently keep the last; `text` is valid JSON. */
function duplicateKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  for (const [, key, bracket] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*(?=:)|"(?:[^"\\]|\\.)*"|([{}[\]])/g)) {
    if (bracket === '{') open.push(new Set());
    else if (bracket === '[') open.push(undefined);
    else if (bracket) open.pop();
    else if (key) {
      const name = JSON.parse(key) as string;
      const seen = open.at(-1);
      if (seen?.has(name)) return name;
      seen?.add(name);
    }
  }
  return undefined;
}

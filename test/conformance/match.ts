/** Noise that AWS adds and a recording keeps. */
const IGNORED = new Set(['SdkHttpMetadata', 'SdkResponseMetadata', 'RedriveCount']);

/** Where an actual value differs from an expected one that may hold wildcards. Empty: it matches. */
export function differences(actual: unknown, expected: unknown, at = ''): string[] {
  if (isWildcard(expected)) return actual === undefined ? [`${at}: missing`] : [];
  if (typeof expected === 'string' && expected.includes('<any:')) {
    return typeof actual === 'string' && pattern(expected).test(actual) ? [] : [unlike(at, actual, expected)];
  }
  if (isObject(expected) && '$json' in expected) return subsetOfJson(actual, expected.$json, at);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [unlike(at, actual, expected)];
    return expected.flatMap((item, index) => differences(actual[index], item, `${at}[${index}]`));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return [unlike(at, actual, expected)];
    const keys = new Set(
      [...Object.keys(actual), ...Object.keys(expected)].filter((key) => !IGNORED.has(key)),
    );
    return [...keys].flatMap((key) =>
      key in expected
        ? differences(actual[key], expected[key], `${at}/${key}`)
        : [unlike(`${at}/${key}`, actual[key], undefined)],
    );
  }
  return Object.is(actual, expected) || (actual === 0 && expected === 0)
    ? []
    : [unlike(at, actual, expected)];
}

/** Text that holds JSON of which the expected is a part. */
function subsetOfJson(actual: unknown, expected: unknown, at: string): string[] {
  if (typeof actual !== 'string') return [unlike(at, actual, expected)];
  try {
    return subset(JSON.parse(actual), expected, at);
  } catch {
    return [`${at}: not JSON: ${actual}`];
  }
}

function subset(actual: unknown, expected: unknown, at: string): string[] {
  if (!isObject(expected) || !isObject(actual)) return differences(actual, expected, at);
  return Object.entries(expected).flatMap(([key, value]) =>
    isWildcard(value) && !(key in actual) ? [] : subset(actual[key], value, `${at}/${key}`),
  );
}

function isWildcard(value: unknown): boolean {
  return typeof value === 'string' && /^<any:[^>]*>$/.test(value);
}

function pattern(text: string): RegExp {
  const parts = text.split(/<any:[^>]*>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]+')}$`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unlike(at: string, actual: unknown, expected: unknown): string {
  return `${at || 'value'}: got ${brief(actual)}, recorded ${brief(expected)}`;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

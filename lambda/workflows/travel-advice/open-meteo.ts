import * as z from 'zod';
import type { World } from '../../define/runner.ts';
import { ToolError } from '../../define/tool-error.ts';

/** What reading from Open-Meteo takes of a tool's world. */
export type Reach = Pick<World, 'http' | 'settings' | 'signal'>;

/** Open-Meteo's data are under CC BY 4.0: its name, a link and the licence stand wherever they are shown. */
export const ATTRIBUTION = {
  name: 'Open-Meteo',
  url: 'https://open-meteo.com/',
  licence: 'CC BY 4.0',
} as const;

const Refusal = z.object({ error: z.literal(true), reason: z.string() });

/**
 * An answer of Open-Meteo's, which says what is wrong in the body, whatever the status. What is no JSON comes from something
 * in between (a proxy, a maintenance page) and may be better soon.
 *
 * @throws {ToolError}
 */
export async function answerOf<S extends z.ZodType>(
  url: string,
  schema: S,
  { http, signal }: Reach,
): Promise<z.output<S>> {
  const { text } = await http.get(url, signal);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ToolError('transient', 'NOT_JSON', `Open-Meteo answered no JSON: "${text.slice(0, 80)}"`);
  }
  const refusal = Refusal.safeParse(body);
  if (refusal.success)
    throw new ToolError(
      'business',
      'OPEN_METEO_REFUSED',
      `Open-Meteo refused: ${refusal.data.reason.slice(0, 200)}`,
    );
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.map(String).join('.') || 'the answer';
  throw new ToolError('business', 'UNREADABLE_ANSWER', `Open-Meteo's ${where}: ${issue?.message}`);
}

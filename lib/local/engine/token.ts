import { randomBytes } from 'node:crypto';

/** Which task a token belongs to. */
export type Token = { readonly text: string; readonly executionArn: string; readonly thread: number };

/**
 * A task token names its task, so nothing has to remember tokens; sixteen random bytes make it impossible to guess,
 * and a task answers to the exact text it was given only.
 */
export function writeToken(executionArn: string, thread: number, scheduledEvent: number): string {
  const parts = [executionArn, thread, scheduledEvent, randomBytes(16).toString('base64')];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export function readToken(text: string): Token | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 4) return undefined;
    return { text, executionArn: String(parts[0]), thread: Number(parts[1]) };
  } catch {
    return undefined;
  }
}

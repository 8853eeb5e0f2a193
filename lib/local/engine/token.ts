import { randomBytes } from 'node:crypto';
import type { TokenParts } from './run.ts';

/**
 * A task token says which task it belongs to, so nothing has to remember tokens; sixteen random bytes make it
 * impossible to guess, and a task answers to the exact text it was given only.
 */
export function writeToken(executionArn: string, thread: number, scheduled: number): string {
  const parts = [executionArn, thread, scheduled, randomBytes(16).toString('base64')];
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export function readToken(text: string): TokenParts | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parts) || parts.length !== 4) return undefined;
    const [executionArn, thread, scheduled] = parts;
    return { text, executionArn: String(executionArn), thread: Number(thread), scheduled: Number(scheduled) };
  } catch {
    return undefined;
  }
}

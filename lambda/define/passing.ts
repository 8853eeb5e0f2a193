const CONNECTION = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN'];

/** Whether an error of a client's says that the other side failed for now: a server's fault, throttling, a lost connection. */
export function isPassing(error: unknown): boolean {
  const { $fault, $retryable, code } = error as { $fault?: string; $retryable?: unknown; code?: string };
  return $fault === 'server' || $retryable !== undefined || (code !== undefined && CONNECTION.includes(code));
}

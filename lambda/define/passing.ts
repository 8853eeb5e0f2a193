/** What a port throws for a service that does not take a request now. */
const PORTS = ['MailUnavailable'];
const CONNECTION = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN'];

/** Whether an error of a client's says that the other side failed for now: a server's fault, throttling, a lost connection. */
export function isPassing(error: unknown): boolean {
  const { name, $fault, $retryable, code } = error as {
    name?: string;
    $fault?: string;
    $retryable?: unknown;
    code?: string;
  };
  if (name !== undefined && PORTS.includes(name)) return true;
  return $fault === 'server' || $retryable !== undefined || (code !== undefined && CONNECTION.includes(code));
}

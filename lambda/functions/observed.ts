import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Handler } from './host.ts';

/** Numbers of an answer, by the metric's name. */
export type Counts<A> = (answer: A) => { readonly [metric: string]: number };

/**
 * The function with one log line and its metrics per invocation. Of an event only the run's name is written, of an
 * answer nothing, of an error what it says of itself: never a token, a link or a person.
 */
export function observed<E, A>(handler: Handler<E, A>, counts: Counts<A>): Handler<E, A> {
  const logger = new Logger();
  const metrics = new Metrics();
  return async (event, invocation) => {
    const run = runOf(event);
    metrics.captureColdStartMetric();
    try {
      const answer = await handler(event, invocation);
      logger.info('done', { ...run });
      for (const [name, count] of Object.entries(counts(answer)))
        metrics.addMetric(name, MetricUnit.Count, count);
      if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
      return answer;
    } catch (error) {
      const { name, message, stack } = error instanceof Error ? error : new TypeError('it threw no error');
      logger.error('failed', { ...run, error: name, reason: message, stack });
      metrics.addDimension('error', name).addMetric('Failures', MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
      throw error;
    }
  };
}

function runOf(event: unknown): { readonly run?: string } {
  const run = (event as { readonly run?: unknown } | null | undefined)?.run;
  return typeof run === 'string' ? { run } : {};
}

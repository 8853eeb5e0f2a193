import { describe, expect, it } from 'vitest';
import { readConfig } from '../../lib/aws/config.ts';
import { example, synthesise } from './synthesis.ts';

const given = () => structuredClone(example()) as unknown as Record<string, never>;
/** The example with one value changed, by its path; undefined takes it away. */
function changed(path: string, value: unknown): unknown {
  const config = given();
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at = config as Record<string, unknown>;
  for (const step of steps) at = at[step] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return config;
}

describe('a configuration that cannot work fails by the name of its value', () => {
  it.each([
    ['region', undefined],
    ['region', 'Hong Kong'],
    ['sender.address', 'holdpoint'],
    ['owner.email', undefined],
    ['owner.lang', 'zh'],
    ['model.provider', 'openai'],
    ['model.secretName', undefined],
    ['retention.logDays', 45],
    ['workflows.morning-brief.approvers', []],
    ['workflows.morning-brief.approvers.0.email', 'a@b@c'],
    ['workflows.morning-brief.approvers.0.deputyOf', 'nobody'],
    ['workflows.morning-brief.schedule.at', '7:30'],
    ['workflows.morning-brief.settings.TOOL_HKO_BASE_URL', 'observatory'],
    ['workflows.morning-brief.schedule.days', 'MON-THU'],
  ])('%s: %s', (path, value) => {
    expect(() => readConfig(changed(path, value))).toThrow(`config.${path}`);
  });

  it.each([
    ['unheardOf', 1],
    ['sender.adress', 'x@example.com'],
  ])('%s is no value there is', (path, value) => {
    expect(() => readConfig(changed(path, value))).toThrow(path.split('.').at(-1));
  });

  it('names everything that is wrong at once', () => {
    const config = { ...(changed('region', 'x') as object), sender: undefined };
    expect(() => readConfig(config)).toThrow(/config\.region.*config\.sender/s);
  });

  it('nothing at all', () => {
    expect(() => readConfig(undefined)).toThrow('config: ');
    expect(() => readConfig('no-such-file.json')).toThrow('no-such-file.json cannot be read');
  });
});

describe('what only a workflow can say of its configuration', () => {
  const config = (path: string, value: unknown) => ({ config: readConfig(changed(path, value)) });

  it('its input', () => {
    expect(() => synthesise(config('workflows.morning-brief.input.lang', 'fr'))).toThrow(
      'config.workflows.morning-brief.input.lang',
    );
  });

  it('its name', () => {
    const { 'morning-brief': own } = example().workflows;
    expect(() =>
      synthesise({ config: { ...example(), workflows: { 'evening-brief': own as never } } }),
    ).toThrow('no workflow "evening-brief" is known');
  });

  it('whether it can have a schedule', () => {
    const { 'morning-brief': own } = example().workflows;
    expect(() =>
      synthesise({ config: { ...example(), workflows: { 'product-query': own as never } } }),
    ).toThrow('config.workflows.product-query.schedule');
  });
});

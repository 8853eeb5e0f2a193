import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { resourcesOf, synthesise } from './synthesis.ts';

const page = (name: string) => readFileSync(`docs/${name}.md`, 'utf8');
const template = synthesise();

it('docs/operations.md says of every alarm what it means and what to do, and of no other', () => {
  const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) =>
    String(Properties.AlarmDescription).replace(/: see docs\/operations\.md$/, ''),
  );
  const [, list = ''] = page('operations').split('\n## ');
  const described = [...list.matchAll(/^### (\w+)\n([\s\S]*?)(?=\n### |$(?![\s\S]))/gm)];
  expect(described.map(([, name]) => name).sort()).toEqual(
    [...new Set(alarms.map((name) => name.replace(/^MorningBrief/, '')))].sort(),
  );
  for (const [, , text = ''] of described) expect(text).toContain('*Do:*');
});

it('every alarm writes to the owner', () => {
  const [[topic = ''] = []] = resourcesOf(template, 'AWS::SNS::Topic');
  for (const [, { Properties }] of resourcesOf(template, 'AWS::CloudWatch::Alarm'))
    expect(Properties.AlarmActions).toEqual([{ Ref: topic }]);
  const [[, subscription] = []] = resourcesOf(template, 'AWS::SNS::Subscription');
  expect(subscription?.Properties).toMatchObject({ Protocol: 'email', Endpoint: 'operations@example.com' });
});

it('the counts in docs/deploy.md are those of the template', () => {
  const alarms = resourcesOf(template, 'AWS::CloudWatch::Alarm').length;
  expect(page('deploy')).toContain(`| ${alarms} alarms |`);
});

it.each(['deploy', 'operations', 'threat-model'])('every file that docs/%s.md names is there', (name) => {
  const named = [...page(name).matchAll(/`((?:test|lib|lambda|bin|docs)\/[\w./-]+)`/g)].map(
    ([, file]) => file,
  );
  expect(named.filter((file) => !existsSync(String(file)))).toEqual([]);
});

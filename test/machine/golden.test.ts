import { describe, expect, it } from 'vitest';
import { workflows } from '../../lambda/workflows/registry.ts';
import { compile } from '../../lib/machine/compile.ts';

describe('the machine of each workflow', () => {
  it.each(workflows.map((workflow) => [workflow.name, workflow] as const))(
    'is the one in review: %s',
    async (name, workflow) => {
      await expect(`${JSON.stringify(compile(workflow), null, 2)}\n`).toMatchFileSnapshot(`${name}.asl.json`);
    },
  );
});

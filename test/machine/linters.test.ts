import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { MACHINES } from './machines.ts';
import { at, type Fields } from './mutants.ts';

// Neither ships as an ES module; asl-validator has no types.
const require = createRequire(import.meta.url);
const validate: (asl: object) => {
  errors: { 'Error code': string; Message: string }[];
} = require('asl-validator');
const service: typeof import('amazon-states-language-service') = require('amazon-states-language-service');

/** asl-validator writes into what it is given: this copy is its own. */
const validatorSays = (asl: string) => validate(JSON.parse(asl)).errors.map((error) => error['Error code']);

async function serviceSays(asl: string): Promise<readonly string[]> {
  const text = service.TextDocument.create('file:///machine.asl.json', 'asl', 1, asl);
  const language = service.getLanguageService({});
  return (await language.doValidation(text, language.parseJSONDocument(text))).map(({ message }) =>
    String(message),
  );
}

/** Known to refuse some legal JSONata; nothing a machine says now has to be left out. */
describe.each(MACHINES)('the linters others use, on %s', (_name, asl) => {
  it('asl-validator has nothing to say', () => {
    expect(validatorSays(asl)).toEqual([]);
  });

  it('amazon-states-language-service has nothing to say', async () => {
    expect(await serviceSays(asl)).toEqual([]);
  });
});

describe('a misspelt transition', () => {
  const machine = JSON.parse(MACHINES[0]?.[1] ?? '') as Fields;
  at(machine, 'States', 'READ_ONLY').Next = 'VALIDAET';

  it('is seen by both', async () => {
    expect(validatorSays(JSON.stringify(machine))).toContain('MISSING_TRANSITION_TARGET');
    expect(await serviceSays(JSON.stringify(machine))).toContain(
      'The value of "Next" property must be the name of an existing state.',
    );
  });
});

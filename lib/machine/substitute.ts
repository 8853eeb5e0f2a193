import { FUNCTIONS, type FunctionName } from '../../lambda/define/machine-words.ts';
import type { StateMachine } from './asl.ts';

/** The machine's text, with each `${function}` replaced as CloudFormation does it: by plain text. */
export function substitute(machine: StateMachine, arn: (name: FunctionName) => string): string {
  return FUNCTIONS.reduce((text, name) => text.replaceAll(`\${${name}}`, arn(name)), JSON.stringify(machine));
}

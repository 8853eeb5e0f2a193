import { isObject } from '../json.ts';
import type { Resource } from '../machine.ts';
import type { Fields } from './fields.ts';

/** The two ways to call a Lambda function. Every other resource is refused by its name. */
export function resourceOf(fields: Fields): Resource {
  const arn = fields.string('Resource');
  if (/^arn:[^:]+:lambda:[^:]*:[^:]*:function:[^:]+(:[^:]+)?$/.test(arn)) return { kind: 'function', arn };
  const invoke = /^arn:[^:]+:states:[^:]*:[^:]*:lambda:invoke(\.waitForTaskToken)?$/.exec(arn);
  if (invoke) checkArguments(fields);
  else if (arn !== '') {
    fields.problem(
      `The resource provided ${arn} is not recognized. ` +
        'The value is not a valid resource ARN, or the resource is not available in this region.',
      'Resource',
    );
  }
  return { kind: 'invoke', waitForTaskToken: invoke?.[1] !== undefined };
}

/** There is one version of each function here and its answer is always waited for. */
const PARAMETERS = ['FunctionName', 'Payload', 'Qualifier', 'LogType'];

function checkArguments(fields: Fields): void {
  const args = fields.value('Arguments') ?? {};
  if (!isObject(args)) return;
  const parameters = fields.has('Arguments') ? fields.object('Arguments') : fields;
  if (args.FunctionName === undefined) parameters.missing('FunctionName');
  for (const name of Object.keys(args)) {
    const idle = name === 'InvocationType' && args[name] === 'RequestResponse';
    if (!PARAMETERS.includes(name) && !idle) {
      parameters.problem(`The field '${name}' is not supported by Step Functions`);
    }
  }
}

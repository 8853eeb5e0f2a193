import { ApiError } from './errors.ts';

export type Home = { readonly region: string; readonly account: string };

export function stateMachineArn({ region, account }: Home, name: string): string {
  return `arn:aws:states:${region}:${account}:stateMachine:${name}`;
}

export function executionArn({ region, account }: Home, machine: string, name: string): string {
  return `arn:aws:states:${region}:${account}:execution:${machine}:${name}`;
}

const PARTS = { stateMachine: 7, execution: 8 };

/** @throws {ApiError} InvalidArn unless the text is an ARN of that kind. */
export function checkArn(arn: string, kind: keyof typeof PARTS): string {
  const parts = arn.split(':');
  if (parts[0] !== 'arn') throw new ApiError('InvalidArn', `Invalid Arn: 'Invalid ARN prefix: ${arn}'`);
  const known = parts[2] === 'states' && parts[5] === kind && parts.length >= PARTS[kind];
  if (!known || parts.some((part, index) => index > 5 && part === '')) {
    throw new ApiError(
      'InvalidArn',
      `Invalid Arn: 'Resource type not valid in this context: ${parts[5] ?? ''}'`,
    );
  }
  return arn;
}

/** A machine named with a version or an alias behind it is still that machine: locally there is one of each. */
export function unqualified(arn: string): string {
  return arn.split(':').slice(0, PARTS.stateMachine).join(':');
}

/** @throws {ApiError} InvalidName for what AWS takes neither for a machine nor for an execution. */
export function checkName(name: string): string {
  const length = [...name].length;
  if (length < 1 || length > 80 || FORBIDDEN.test(name)) {
    throw new ApiError('InvalidName', `Invalid Name: '${name}'`);
  }
  return name;
}

/** @see https://docs.aws.amazon.com/step-functions/latest/apireference/API_StartExecution.html */
const FORBIDDEN = /[\s<>{}[\]?*"#%\\^|~`$&,;:/\p{Cc}]/u;

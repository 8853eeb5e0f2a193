import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { Approvers, Email, Person, text } from '../../lambda/gate/people.ts';
import { FEWEST_DAYS } from '../../lambda/ledger/retention.ts';

const Region = z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'a region such as ap-southeast-1 is wanted');

const Schedule = z.strictObject({
  /** HH:MM in Hong Kong. */
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'HH:MM is wanted'),
  /** Days of the week; public holidays are ADMIT's to know. */
  days: z.enum(['MON-FRI', 'MON-SAT', 'DAILY']),
});

const Address = z.url({ protocol: /^https?$/ });

const Settings = z.record(z.string().regex(/^[A-Z][A-Z0-9_]*$/), text).superRefine((settings, context) => {
  for (const [name, value] of Object.entries(settings))
    if (name.endsWith('_URL') && !Address.safeParse(value).success)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `an http address is wanted, "${value}" was given`,
      });
});

const WorkflowConfig = z.strictObject({
  /** What each scheduled run is given. */
  input: z.json().optional(),
  approvers: Approvers,
  /** Without one it starts by RunRequested or by hand alone. */
  schedule: Schedule.optional(),
  /** Settings of the functions that run its tools, such as TOOL_HKO_BASE_URL for a mirror. */
  settings: Settings.default({}),
});

const baseUrl = Address.optional();

const Config = z.strictObject({
  region: Region,
  /** An address that SES has verified, itself or by its domain. */
  sender: z.strictObject({
    name: text,
    address: Email,
    /** Where SES is, when it is not in the stack's region. */
    region: Region.optional(),
  }),
  /** Who runs it: told of runs that end badly, and of alarms. */
  owner: Person,
  model: z.discriminatedUnion('provider', [
    z.strictObject({ provider: z.literal('anthropic'), name: text, secretName: text, baseUrl }),
    z.strictObject({ provider: z.literal('bedrock'), name: text, baseUrl }),
  ]),
  retention: z.strictObject({
    logDays: z.literal([7, 14, 30, 60, 90, 180, 365]),
    recordDays: z.int().min(FEWEST_DAYS).optional(),
  }),
  workflows: z.record(z.string(), WorkflowConfig),
});

export type Config = z.output<typeof Config>;
export type WorkflowConfig = z.output<typeof WorkflowConfig>;

/**
 * Checks a deployment's configuration: the object itself, or the path of a JSON file that holds it.
 *
 * @throws {ConfigInvalid} naming every value that is missing or wrong
 */
export function readConfig(given: unknown): Config {
  const values = typeof given === 'string' ? fromFile(given) : given;
  const parsed = Config.safeParse(values);
  if (parsed.success) return parsed.data;
  throw new ConfigInvalid(
    parsed.error.issues.map(({ path, message }) => `${['config', ...path].join('.')}: ${message}`),
  );
}

function fromFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigInvalid([`config: ${file} cannot be read: ${(error as Error).message}`]);
  }
}

/** The stack cannot be made of what was given. */
export class ConfigInvalid extends Error {
  override readonly name = 'ConfigInvalid';
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

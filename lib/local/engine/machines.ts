import { createHash, randomUUID } from 'node:crypto';
import { checkArn, checkName, type Home, stateMachineArn, unqualified } from './arn.ts';
import { parseDefinition } from './definition/definition.ts';
import { ApiError } from './errors.ts';
import type { Machine } from './machine.ts';
import type { EngineRecord, StateMachine } from './records.ts';
import type { Timers } from './timers.ts';

type Definition = { readonly text: string; machine?: Machine };

/** The machines by name, and every definition that any execution may follow, by the hash of its text. */
export class Machines {
  readonly #home: Home;
  readonly #timers: Timers;
  readonly #append: (record: EngineRecord) => void;
  readonly #machines = new Map<string, StateMachine>();
  readonly #definitions = new Map<string, Definition>();

  constructor(home: Home, timers: Timers, append: (record: EngineRecord) => void) {
    this.#home = home;
    this.#timers = timers;
    this.#append = append;
  }

  /** The same text under the same name changes nothing; another one is what new executions will follow. */
  put(request: { name: string; definition: string; roleArn?: string }): StateMachine {
    const arn = stateMachineArn(this.#home, checkName(request.name));
    const known = this.#machines.get(arn);
    const definition = this.#define(request.definition);
    const roleArn = request.roleArn ?? known?.roleArn ?? `arn:aws:iam::${this.#home.account}:role/local`;
    if (known?.definition === definition && known.roleArn === roleArn) return known;
    const now = this.#timers.now();
    const creationDate = known?.creationDate ?? now;
    return this.#set({
      stateMachineArn: arn,
      name: request.name,
      definition,
      roleArn,
      creationDate,
      updateDate: now,
    });
  }

  update(request: { stateMachineArn: string; definition?: string; roleArn?: string }): StateMachine {
    const known = this.get(request.stateMachineArn);
    return this.#set({
      ...known,
      definition: request.definition === undefined ? known.definition : this.#define(request.definition),
      roleArn: request.roleArn ?? known.roleArn,
      updateDate: this.#timers.now(),
      revisionId: randomUUID(),
    });
  }

  /** @throws {ApiError} StateMachineDoesNotExist. A version or alias behind the name is the machine itself. */
  get(arn: string): StateMachine {
    const machine = this.#machines.get(unqualified(checkArn(arn, 'stateMachine')));
    if (!machine) throw new ApiError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    return machine;
  }

  named(name: string): StateMachine | undefined {
    return this.#machines.get(stateMachineArn(this.#home, checkName(name)));
  }

  /** Running executions go on; deleting what is not there succeeds. */
  delete(arn: string): void {
    const stateMachineArn = unqualified(checkArn(arn, 'stateMachine'));
    if (this.#machines.delete(stateMachineArn)) this.#append({ type: 'deleted', stateMachineArn });
  }

  list(): StateMachine[] {
    return [...this.#machines.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  textOf(hash: string): string {
    return this.#definition(hash).text;
  }

  /** Parsed once, when the first execution needs it. */
  parsed(hash: string): Machine {
    const definition = this.#definition(hash);
    definition.machine ??= parseDefinition(definition.text, this.#timers);
    return definition.machine;
  }

  apply(record: EngineRecord): void {
    if (record.type === 'definition') this.#definitions.set(record.hash, { text: record.text });
    if (record.type === 'deleted') this.#machines.delete(record.stateMachineArn);
    if (record.type !== 'machine') return;
    const { type: _, ...machine } = record;
    this.#machines.set(machine.stateMachineArn, machine);
  }

  *records(): Iterable<EngineRecord> {
    for (const [hash, { text }] of this.#definitions) yield { type: 'definition', hash, text };
    for (const machine of this.#machines.values()) yield { type: 'machine', ...machine };
  }

  #define(text: string): string {
    const hash = createHash('sha256').update(text).digest('hex');
    if (!this.#definitions.has(hash)) {
      this.#definitions.set(hash, { text, machine: parseDefinition(text, this.#timers) });
      this.#append({ type: 'definition', hash, text });
    }
    return hash;
  }

  #definition(hash: string): Definition {
    const definition = this.#definitions.get(hash);
    if (!definition) throw new Error(`the journal has no definition ${hash}`);
    return definition;
  }

  #set(machine: StateMachine): StateMachine {
    this.#machines.set(machine.stateMachineArn, machine);
    this.#append({ type: 'machine', ...machine });
    return machine;
  }
}

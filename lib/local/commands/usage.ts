/** The command was called wrongly; the message says how it is called. */
export class Usage extends Error {
  override readonly name = 'Usage';
}

/** Where a command speaks: notes to stderr, its one result to stdout. */
export type Out = {
  readonly terminal: boolean;
  readonly note: (line: string) => void;
  readonly result: (value: unknown) => void;
  /** Resolves when the user wants the command to stop. */
  readonly interrupted: () => Promise<void>;
};

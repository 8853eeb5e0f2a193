/** What an asker is told when their run ends. */
export type Answer = {
  readonly run: string;
  readonly workflow: string;
  readonly outcome: string;
  readonly text: string;
};

/** Takes an answer to where askers look besides the ledger; what it went out as is its receipt. */
export type Deliver = (answer: Answer) => Promise<{ readonly [channel: string]: string }>;

/** What a run tells the world outside; ids and outcomes only, never a link, a token or a text. */
export type RunEvent =
  | {
      readonly type: 'RunStarted';
      readonly run: string;
      readonly workflow: string;
      readonly businessDate: string;
    }
  | {
      readonly type: 'GateOpened';
      readonly run: string;
      readonly workflow: string;
      readonly decideBy: string;
    }
  | {
      readonly type: 'RunFinished';
      readonly run: string;
      readonly workflow: string;
      readonly outcome: string;
      readonly code: string;
    };

/** Publishes an event, best effort: nothing rests on its arrival, so that its failure is nobody's failure. */
export type Publish = (event: RunEvent) => Promise<void>;

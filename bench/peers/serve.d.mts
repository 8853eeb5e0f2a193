/** A peer: what the harness asks of it. */
export type PeerProcess = {
  open(place: { readonly directory: string }): Promise<unknown>;
  /** Resolves when the run is durably waiting for a person, with what a person needs. */
  start(run: string): Promise<unknown>;
  /** Approves where approval is no page; resolves when the run is done. */
  approve(run: string): Promise<unknown>;
  status(run: string): Promise<string>;
  bytes?(): Promise<number>;
  link?(run: string): Promise<unknown>;
  seed?(many: string): Promise<unknown>;
  cost?(): Promise<unknown>;
};

export function serve(peer: PeerProcess): Promise<void>;

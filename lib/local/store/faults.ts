/** The disk refused a write. Nothing after it is accepted, so that no answer rests on what was lost. */
export class StoreWriteFailed extends Error {
  override readonly name = 'StoreWriteFailed';
}

/** What was once safe does not read back as it was written. */
export class StoreCorrupt extends Error {
  override readonly name = 'StoreCorrupt';
}

/** Another host, or a command that looks at the data, has the store open. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/** The directory's ledger is kept by another store than the one that is asked for. */
export class StoreMismatch extends Error {
  override readonly name = 'StoreMismatch';
}

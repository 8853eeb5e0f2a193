declare module 'snappyjs' {
  /** @throws {Error} for what is not Snappy's */
  export function uncompress(compressed: Uint8Array): Uint8Array;
}

import { crc32c } from '@node-rs/crc32';

/** A CRC-32C as LevelDB stores it: changed, so that the checksum of a text that holds checksums still means something. */
export const masked = (bytes: Buffer): number => {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
};

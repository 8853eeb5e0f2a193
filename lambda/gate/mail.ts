/** Letters to people. The port; its adapter is ses-mailer.ts. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What the service says back of it when it does not arrive: ids, never a link or a token. */
  readonly tags?: { readonly [name: string]: string };
};

export type Mailer = {
  /**
   * @throws {MailRefused} for a mail that will never go out
   * @throws {MailUnavailable} while the service does not take mails
   */
  send(mail: Mail): Promise<{ readonly messageId: string }>;
};

/** It will never go out as it is: a bad address, or a sender that is not allowed. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** It may go out later. */
export class MailUnavailable extends Error {
  override readonly name = 'MailUnavailable';
}

const SUBJECT_LENGTH = 180;

/** Text for a header: one line, whatever it was made of; control and direction marks become a space. */
export function headerLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const letters = [...line];
  return letters.length > SUBJECT_LENGTH ? `${letters.slice(0, SUBJECT_LENGTH - 1).join('')}…` : line;
}

const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/**
 * One plain address, fit for an envelope: no second recipient, no name, no line break.
 *
 * @throws {MailRefused} without repeating the address, which may be somebody's
 */
export function oneAddress(address: string): string {
  if (!ADDRESS.test(address))
    throw new MailRefused('one plain e-mail address is wanted, something else was given');
  return address;
}

/**
 * A display name with its address, in RFC 5322 form; a name beyond ASCII goes as RFC 2047 words of whole characters,
 * each at most 75 bytes.
 */
export function mailbox({ name, address }: { readonly name: string; readonly address: string }): string {
  const shown = headerLine(name);
  const plain = oneAddress(address);
  if (!shown) return plain;
  if (/^[\x20-\x7e]*$/.test(shown)) return `"${shown.replace(/["\\]/g, '\\$&')}" <${plain}>`;
  return `${encodedWords(shown)} <${plain}>`;
}

/** 45 bytes are 60 characters of base64; with =?UTF-8?B?…?= that is 72. */
const WORD_BYTES = 45;

function encodedWords(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const letter of text) {
    if (Buffer.byteLength(word + letter) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += letter;
  }
  return [...words, word].map((w) => `=?UTF-8?B?${Buffer.from(w).toString('base64')}?=`).join(' ');
}

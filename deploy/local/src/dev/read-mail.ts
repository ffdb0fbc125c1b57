import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';

export type { Address, Email } from 'postal-mime';

/** @param message as it came over the wire (RFC 5322, MIME) */
export async function readMail(message: Buffer): Promise<Email> {
  return PostalMime.parse(message);
}

import type { PersonalData } from './placeholders.ts';

/** Limits of RFC 5321 §4.5.3.1, so that a long text without spaces costs no more than any other. */
const maxLocal = 64;
const maxDomain = 255;

// eslint-disable-next-line regexp/no-super-linear-move -- The text has at most 64 characters.
const local = /[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:xn--[a-z\d-]{2,59}|\p{L}{2,24})(?![\p{L}\p{N}_]|-[\p{L}\p{N}])/u;
/** Brackets and quotation marks around an address, and the names of parameters before it. */
const opening = /^(?:mailto:|[\p{L}\d_.-]{1,40}[=:/|]|[^\p{L}\p{N}_+])+/u;
/** Names of images for displays of high resolution, such as `logo@2x.png`. */
const imageScale = /^\d(?:\.\d)?x\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/** Finds e-mail addresses, also international ones (RFC 6531). */
export function findEmails(text: string): readonly PersonalData[] {
  const found: PersonalData[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const name = local.exec(text.slice(Math.max(0, at - maxLocal), at))?.[0].replace(opening, '') ?? '';
    const host = domain.exec(text.slice(at + 1, at + 1 + maxDomain))?.[0] ?? '';
    if (name === '' || host === '' || imageScale.test(host)) continue;
    const value = `${name}@${host}`.normalize('NFC').toLowerCase();
    found.push({ kind: 'EMAIL', start: at - name.length, end: at + 1 + host.length, value });
  }
  return found;
}

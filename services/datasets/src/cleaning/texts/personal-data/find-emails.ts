import { findFamilyEnd, isJoining, readFamily } from '../scripts/borders.ts';
import type { PersonalData } from './placeholders.ts';
import type { SearchText } from './search-text.ts';

/** Limits of RFC 5321 §4.5.3.1, so that a long text without spaces costs no more than any other. */
const maxLocal = 64;
const maxDomain = 255;

// eslint-disable-next-line regexp/no-super-linear-move -- The text has at most 64 characters.
const local = /[\p{L}\p{N}!#$%&'*+/=?^_`{}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{}~-]+)*$/u;
const domain =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:xn--[a-z\d-]{2,59}|\p{L}[\p{L}\p{M}]{1,23})/u;
/** Brackets and quotation marks around an address, and the names of parameters before it. */
const opening = /^(?:mailto:|[\p{L}\d_.-]{1,40}[=:/|?&]|[^\p{L}\p{N}_+])+/u;
/** Names of images for displays of high resolution, such as `logo@2x.png`. */
const imageScale = /^\d(?:\.\d)?x\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
/** Top-level domains that follow a name in Latin letters. */
const internationalEnd =
  /^\.(?:рф|рус|бел|укр|бг|срб|中国|中國|公司|网络|香港|台灣|한국|みんな|ไทย|ישראל|السعودية|مصر|امارات|भारत)(?![\p{L}\p{M}])/u;
/** The next sentence begins directly after the full stop. */
const nextSentence = /(?<=\.\p{Ll}{2,24})\.\p{Lu}\p{Ll}+$/u;

/** Finds e-mail addresses, also international ones (RFC 6531). An address ends where the script changes. */
export function findEmails({ text }: SearchText): readonly PersonalData[] {
  const found: PersonalData[] = [];
  let previousEnd = 0;
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const name = readLocal(text.slice(Math.max(previousEnd, at - maxLocal), at));
    const host = name === '' ? '' : readDomain(text.slice(at + 1, at + 1 + maxDomain));
    if (host === '' || imageScale.test(host) || isJoining(text, at + 1 + host.length)) continue;
    const value = `${name}@${host}`.normalize('NFC').toLowerCase();
    previousEnd = at + 1 + host.length;
    found.push({ kind: 'EMAIL', start: at - name.length, end: previousEnd, value });
  }
  return found;
}

function readLocal(before: string): string {
  const whole = local.exec(before)?.[0] ?? '';
  const characters = Array.from(whole).reverse();
  const part = characters.slice(0, findFamilyEnd(characters)).reverse().join('');
  return part.replace(opening, '');
}

/** A domain may have a name in any script before an end in Latin letters. */
function readDomain(after: string): string {
  const whole = (domain.exec(after)?.[0] ?? '').replace(nextSentence, '');
  const characters = Array.from(whole);
  const end = findFamilyEnd(characters);
  if (end === characters.length) return whole;
  const rest = characters.slice(end).join('');
  if (characters[end - 1] === '.' && isLatin(rest)) return whole;
  const part = characters.slice(0, end).join('').replace(/\.$/u, '');
  const last = internationalEnd.exec(after.slice(part.length))?.[0];
  return last === undefined ? (domain.exec(part)?.[0] ?? '') : part + last;
}

function isLatin(text: string): boolean {
  return Array.from(text).every((character) => (readFamily(character) ?? 0) === 0);
}

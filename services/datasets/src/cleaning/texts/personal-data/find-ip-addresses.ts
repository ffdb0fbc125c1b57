import { isIPv6 } from 'node:net';
import { borderAfter, borderBefore, readBorder } from '../scripts/borders.ts';
import type { PersonalData } from './placeholders.ts';
import type { SearchText } from './search-text.ts';
import { isNumbering } from './words/version-words.ts';

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`${borderBefore}(?<!\\d\\.)${octet}(?:\\.${octet}){3}${borderAfter}(?!\\.\\d)`, 'gu');
/** A colon after a word, as in `IP:fe80::1`, does not belong to the address, nor does one before a suffix. */
const ipv6 = new RegExp(
  `${borderBefore}(?:(?<![:.])|(?<=[g-z\\u0080-\\uffff][\\p{L}\\d]{0,12}:))` +
    '(?!:[^:])[\\da-f:]{0,5}[\\da-f]?:[\\da-f:]+(?:\\d{1,3}(?:\\.\\d{1,3}){3})?' +
    `${borderAfter}(?!:(?![a-f]{0,4}[g-zäöåőű]))`,
  'giu',
);

/** Words before an address that a slash or a hyphen connects. Other words are names of programs, as in `Chrome/99.0.48.2`. */
const attachedWord =
  /(?<![\p{L}\d])(?:\p{L}{0,12}ip(?:v[46])?|host|server\p{L}*|serveur|servidor|serwer\p{L}*|szerver\p{L}*|palvelin|palvelime\p{L}*|sunucu\p{L}*|computer|rechner|router|proxy|vpn|dns|gateway|adress?e?|address|adres\p{L}*|direcci[oó]n|endereço|indirizzo|cím\p{L}*|osoite\p{L}*|client|адрес\p{L}*|сервер\p{L}*|клиент|хост)[./-]$/iu;
const contextLength = 32;
/** Addresses that name no host: unspecified, networks, masks and the own machine. */
const unspecific = /^(?:0\.|127\.|255\.|\d+\.\d+\.0\.0$)/;

/** Finds IPv4 and IPv6 addresses of hosts. */
export function findIpAddresses(search: SearchText): readonly PersonalData[] {
  return [...findIpv4(search), ...findIpv6(search.text)];
}

function findIpv4(search: SearchText): readonly PersonalData[] {
  const { text } = search;
  return Array.from(text.matchAll(ipv4)).flatMap(({ 0: value, index }): readonly PersonalData[] => {
    const end = index + value.length;
    if (unspecific.test(value) || !hasBorder(text, index)) return [];
    if (isNumbering(search.readIntroduction(index, end), text.slice(end, end + contextLength))) return [];
    return [{ kind: 'IP', start: index, end, value }];
  });
}

/** A number before a comma, a hyphen or a colon is another value; before a slash it is a part of a path. */
function hasBorder(text: string, start: number): boolean {
  const border = readBorder(text, start);
  if (border === 'closed') return text.charAt(start - 1) !== '/';
  return border === 'open' || attachedWord.test(text.slice(Math.max(0, start - contextLength), start));
}

function findIpv6(text: string): readonly PersonalData[] {
  return Array.from(text.matchAll(ipv6)).flatMap(({ 0: match, index }): readonly PersonalData[] => {
    // A colon of the sentence may follow the address.
    const value = /[^:]:$/.test(match) ? match.slice(0, -1) : match;
    if (!isIPv6(value) || !isSpecific(value)) return [];
    return [{ kind: 'IP', start: index, end: index + value.length, value: value.toLowerCase() }];
  });
}

/** Returns false for short forms such as `::1`, and for such as `a::b`, which programs use as names. */
function isSpecific(value: string): boolean {
  const groups = value.split(':').filter((group) => group !== '');
  const isNamed = /^[a-f]{1,4}::?[a-f]{1,4}$/i.test(value);
  return (
    groups.length >= 2 &&
    !isNamed &&
    /\d/.test(value) &&
    (groups.length === 8 || (groups[0]?.length ?? 0) >= 2)
  );
}

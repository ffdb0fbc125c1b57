import { isIPv6 } from 'node:net';
import type { PersonalData } from './placeholders.ts';

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
/** Not within a longer number, and not after a slash that follows a letter: `Chrome/99.0.48.2` is a version. */
const ipv4 = new RegExp(
  `(?<![\\p{L}\\p{N}_.,-]|\\p{L}/|\\d/)${octet}(?:\\.${octet}){3}(?![\\p{L}\\p{N}_]|[.,-]\\d)`,
  'gu',
);
const ipv6 =
  /(?<![\p{L}\p{N}_:.])[\da-f:]{0,5}[\da-f]?:[\da-f:]+(?:\d{1,3}(?:\.\d{1,3}){3})?(?![\p{L}\p{N}_:])/giu;

/** Words before a number of four parts that is a version or a section. */
const numbering =
  /(?:\bv|\bver|version\p{L}*|versi[oó]n|vers[aã]o|versione|wersj\p{L}*|release|rel|build|firmware|driver|update|patch|section|sec|chapter|clause|kapitel|abschnitt|ziffer|chapitre|cap[ií]tulo|secci[oó]n|se[cç][aã]o|capitolo|sezione|rozdzia[lł]\p{L}*|punkt\p{L}*|§)[\s.:="']*$/iu;
/** Addresses that name no host: unspecified, networks, masks and the own machine. */
const unspecific = /^(?:0\.|127\.|255\.|\d+\.\d+\.0\.0$)/;

/** Finds IPv4 and IPv6 addresses of hosts. */
export function findIpAddresses(text: string): readonly PersonalData[] {
  return [...findIpv4(text), ...findIpv6(text)];
}

function findIpv4(text: string): readonly PersonalData[] {
  return Array.from(text.matchAll(ipv4)).flatMap(({ 0: value, index }): readonly PersonalData[] => {
    const isNumbering = numbering.test(text.slice(Math.max(0, index - 24), index));
    if (unspecific.test(value) || isNumbering) return [];
    return [{ kind: 'IP', start: index, end: index + value.length, value }];
  });
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

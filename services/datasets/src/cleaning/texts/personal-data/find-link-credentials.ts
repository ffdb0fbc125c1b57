import type { PersonalData } from './placeholders.ts';
import type { SearchText } from './search-text.ts';

/** `scheme://user:password@`, where neither part contains a slash. */
const userInfo =
  /(?<=\b[a-z][a-z\d+.-]{1,20}:\/\/)([^\s/:@?#<>"'[\]]{0,200}:[^\s/@?#<>"'[\]]{1,500})(?=@[^\s/])/giu;

const secretNames = [
  ...[
    'token',
    '[a-z_]{1,20}[_-]?token',
    'key',
    '(?:[a-z_]{1,20}[_-])?api[_-]?key',
    'apikey',
    'access[_-]?key',
    'private[_-]?key',
  ],
  ...['(?:[a-z_]{1,20}[_-])?secret', 'pass', 'password', 'passwd', 'pwd', 'auth', 'authorization', 'jwt'],
  ...['sig', 'signature', 'x-amz-(?:signature|credential|security-token)', 'x-goog-(?:signature|credential)'],
  ...['session', 'session[_-]?id', 'sid', 'phpsessid', 'jsessionid', 'otp'],
];
/** A query, fragment or matrix parameter with the name of a secret. */
const parameter = new RegExp(
  `[?&#;](?:amp;)?(?:${secretNames.join('|')})=([^\\s&#;<>"'\`[\\]()]{1,4000})`,
  'giu',
);
const links = new Map(['', ',', ';', '|', '\t'].map((delimiter) => [delimiter, createLink(delimiter)]));
const sentenceEnd = /(?<![.,:!?])[.,:!?]+$/u;

/** Finds passwords and tokens in links: user information (RFC 3986 §3.2.1) and parameters that carry secrets. */
export function findLinkCredentials({ text, delimiter = '' }: SearchText): readonly PersonalData[] {
  const found: PersonalData[] = [];
  if (!text.includes('://') && !/www\./i.test(text)) return found;
  for (const { 0: address, index } of text.matchAll(links.get(delimiter) ?? createLink(''))) {
    for (const { 1: value = '', index: at } of address.matchAll(userInfo))
      found.push(create(value, index + at));
    for (const match of address.matchAll(parameter)) {
      const value = (match[1] ?? '').replace(sentenceEnd, '');
      const start = index + match.index + match[0].length - (match[1] ?? '').length;
      if (value !== '') found.push(create(value, start));
    }
  }
  return found;
}

function create(value: string, start: number): PersonalData {
  return { kind: 'CREDENTIAL', start, end: start + value.length, value };
}

/** A link ends at the delimiter of its table, and before a backslash. */
function createLink(delimiter: string): RegExp {
  const characters = `[^\\s<>"'\`\\\\${delimiter}]{1,8000}`;
  return new RegExp(`\\b[a-z][a-z\\d+.-]{1,20}:\\/\\/${characters}|\\bwww\\.${characters}`, 'giu');
}

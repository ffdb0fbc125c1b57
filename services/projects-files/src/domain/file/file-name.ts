const maxCharacters = 255;
const longestKeptExtension = 20;

/**
 * Control and format characters: NUL and line breaks cut or forge headers and paths, bidirectional controls show
 * `gpj.exe` as `exe.jpg`. Joiners stay, since some scripts and emoji need them.
 */
const unsafe = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The name a file is kept under: without path, control and direction characters, 1 to 255 characters, `file` if nothing is left. */
export function cleanFileName(given: string | undefined): string {
  const lastSegment = (given ?? '').split(/[/\\]/u).at(-1) ?? '';
  const name = lastSegment.toWellFormed().normalize('NFC').replace(unsafe, '').trim();
  if (/^\.*$/u.test(name)) return 'file';
  return shorten(name);
}

/** What names are compared by when files are looked for: upper and lower case, and forms of one character, are the same. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

function shorten(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= maxCharacters) return name;
  const dot = characters.lastIndexOf('.');
  const extension = characters.slice(dot);
  if (dot <= 0 || extension.length > longestKeptExtension) return characters.slice(0, maxCharacters).join('');
  return [...characters.slice(0, maxCharacters - extension.length), ...extension].join('');
}

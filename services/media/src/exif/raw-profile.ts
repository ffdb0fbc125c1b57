import type { PngText } from './png-chunks.ts';

/**
 * Reads a profile that ImageMagick, GIMP and darktable keep in a text chunk of a PNG: `Raw profile type <kind>`, whose text is the kind,
 * the length and the bytes in hexadecimal. Returns null when there is none.
 * @param kinds by preference
 * @param prefix the identifier of a JPEG segment, which is left out; a profile of the kind `APP1` must begin with it
 */
export function readRawProfile(
  texts: readonly PngText[],
  kinds: readonly string[],
  prefix: string,
): Uint8Array | null {
  for (const kind of kinds) {
    const profile = texts.find(({ keyword }) => keyword === `Raw profile type ${kind}`);
    const bytes = profile && parseProfile(profile.text);
    if (bytes === undefined || bytes === null) continue;
    const hasPrefix = bytes.subarray(0, prefix.length).toString('latin1') === prefix;
    if (hasPrefix) return bytes.subarray(prefix.length);
    if (kind !== 'APP1') return bytes;
  }
  return null;
}

function parseProfile(text: string): Buffer | null {
  const parts = /^\s*\S+\s+(\d+)\s([0-9a-fA-F\s]+)$/.exec(text);
  if (parts === null) return null;
  const bytes = Buffer.from((parts[2] ?? '').replaceAll(/\s/g, ''), 'hex');
  return bytes.length >= Number(parts[1]) ? bytes.subarray(0, Number(parts[1])) : null;
}

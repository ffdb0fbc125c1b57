const replacement = '\ufffd';

/** A text in any encoding that the platform decodes, by turning its decoder round: for one or two bytes a character. */
export function encodeText(text: string, encoding: string): Buffer {
  if (encoding === 'iso-2022-jp') return iso2022Jp(text);
  const bytesOf = bytesByCharacter(encoding);
  return Buffer.concat(
    Array.from(text, (character) => {
      const bytes = bytesOf.get(character);
      if (bytes === undefined) throw new Error(`${encoding} has no ${character}`);
      return bytes;
    }),
  );
}

function bytesByCharacter(encoding: string): ReadonlyMap<string, Buffer> {
  const decoder = new TextDecoder(encoding);
  const found = new Map<string, Buffer>();
  const add = (...bytes: readonly number[]): void => {
    const character = decoder.decode(Uint8Array.from(bytes));
    const isOne = character.length === 1 && character !== replacement;
    if (isOne && !found.has(character)) found.set(character, Buffer.from(bytes));
  };
  for (let first = 0; first < 256; first += 1) add(first);
  for (let first = 0x81; first < 0xff; first += 1) {
    for (let second = 0x40; second < 0xff; second += 1) add(first, second);
  }
  return found;
}

/** The characters of EUC-JP without their high bits, between escapes (RFC 1468). */
function iso2022Jp(text: string): Buffer {
  const parts = text
    .split(/([^\0-\x7f]+)/u)
    .map((part, index) =>
      index % 2 === 0
        ? Buffer.from(part)
        : Buffer.concat([
            Buffer.from('\u001b$B'),
            encodeText(part, 'euc-jp').map((byte) => byte & 0x7f),
            Buffer.from('\u001b(B'),
          ]),
    );
  return Buffer.concat(parts);
}

/** Decodes a text that comes in pieces; without bytes it ends the text. */
export interface PieceDecoder {
  decode(bytes?: Uint8Array): string;
}

/** Encodings of several bytes a character, which only the platform decodes. */
const multiByte = /^(?:utf|shift|euc|gb|big5|iso-2022)/;

/** A decoder that replaces what is not lawful in its encoding. */
export function textDecoder(encoding: string): PieceDecoder {
  if (!multiByte.test(encoding)) return tableDecoder(encoding);
  const decoder = new TextDecoder(encoding);
  return {
    decode: (bytes) => (bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true })),
  };
}

/** Encodings of one byte a character go by a table: the platform needs 20 s for 100 MB of them. */
function tableDecoder(encoding: string): PieceDecoder {
  const decoder = new TextDecoder(encoding);
  const table = Uint16Array.from({ length: 256 }, (_, byte) =>
    decoder.decode(Uint8Array.of(byte)).charCodeAt(0),
  );
  return {
    decode(bytes = new Uint8Array()) {
      const units = new Uint16Array(bytes.length);
      for (let at = 0; at < bytes.length; at += 1) units[at] = table[bytes[at] ?? 0] ?? 0;
      return Buffer.from(units.buffer).toString('utf16le');
    },
  };
}

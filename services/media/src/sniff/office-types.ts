const wordDocumentName = Buffer.from('WordDocument', 'utf16le');
const encryptedPackageName = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * Whether a compound file (MS-CFB) is a Word 97–2003 document. Word writes its main stream, which begins with the
 * magic 0xA5EC ([MS-DOC] §2.5.1), into the first sector; other writers are recognized by the stream's name in the
 * directory, when the directory lies within the head.
 */
export function isLegacyWord(head: Uint8Array): boolean {
  const buffer = asBuffer(head);
  const firstSector = buffer.length >= 0x20 && buffer.readUInt16LE(0x1e) === 12 ? 4096 : 512;
  if (buffer.length >= firstSector + 2 && buffer.readUInt16LE(firstSector) === 0xa5ec) return true;
  return buffer.includes(wordDocumentName);
}

/**
 * Whether a compound file is an Office document behind a password ([MS-OFFCRYPTO] §2.3.2), of which nobody without it can tell
 * whether it is a text, a table or slides. It is recognized where its directory lies within the head, as Office writes it.
 */
export function isEncryptedPackage(head: Uint8Array): boolean {
  return asBuffer(head).includes(encryptedPackageName);
}

/**
 * Whether a zip archive is a WordprocessingML document: its first local headers name OPC parts (ECMA-376 part 2) and
 * one of them lies in `word/`. Needs the head to reach the second or third entry.
 */
export function isWordProcessingMl(head: Uint8Array): boolean {
  const names = localEntryNames(asBuffer(head));
  const isPackage = names.some((name) => name === '[Content_Types].xml' || name === '_rels/.rels');
  return isPackage && names.some((name) => name.startsWith('word/'));
}

function localEntryNames(buffer: Buffer): readonly string[] {
  const names: string[] = [];
  for (let at = buffer.indexOf('PK\x03\x04', 0, 'latin1'); at !== -1 && names.length < 200;) {
    if (at + 30 > buffer.length) break;
    const nameLength = buffer.readUInt16LE(at + 26);
    names.push(buffer.toString('latin1', at + 30, Math.min(at + 30 + nameLength, buffer.length)));
    at = buffer.indexOf('PK\x03\x04', at + 30, 'latin1');
  }
  return names;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

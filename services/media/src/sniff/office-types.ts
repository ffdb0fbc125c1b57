import { inflateRawSync } from 'node:zlib';
import { openCompoundFile } from '../archive/compound-file.ts';
import type { DetectedType } from './detected-type.ts';

const word = 'application/msword';
/** The type of a Word document. */
export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const compoundFile = 'application/x-cfb';
const zip = 'application/zip';
const wordStream = 'WordDocument';
const encryptedStream = 'EncryptedPackage';
const packageParts = ['[Content_Types].xml', '_rels/.rels'];
const maxContentTypesBytes = 1 << 20;

/**
 * Decides by the directory of a compound file (MS-CFB). A Word document of before 2007 has the stream `WordDocument`; an Office document
 * behind a password ([MS-OFFCRYPTO] section 2.3.2) has `EncryptedPackage`, and nobody without it can tell whether it is a text, a table
 * or slides. A directory beyond the head is found later.
 */
export function classifyCompoundFile(head: Uint8Array): DetectedType {
  const names = readStreamNames(head);
  const isWord = names?.includes(wordStream) ?? beginsWithWordStream(head);
  if (isWord) return { mimeType: word, category: 'document', alsoFits: [] };
  const undecided = { mimeType: compoundFile, category: undefined } as const;
  if (names !== undefined)
    return { ...undecided, alsoFits: names.includes(encryptedStream) ? [docxType] : [] };
  const lateProofs = [
    { mimeType: word, bytes: Buffer.from(wordStream, 'utf16le') },
    { mimeType: docxType, bytes: Buffer.from(encryptedStream, 'utf16le') },
  ];
  return { ...undecided, alsoFits: [], lateProofs };
}

/** Undefined when the directory lies beyond the head. */
function readStreamNames(head: Uint8Array): readonly string[] | undefined {
  try {
    return openCompoundFile(asBuffer(head)).names;
  } catch {
    return undefined;
  }
}

/** Word writes its main stream, which begins with the magic 0xA5EC ([MS-DOC] section 2.5.1), into the first sector. */
function beginsWithWordStream(head: Uint8Array): boolean {
  const buffer = asBuffer(head);
  const firstSector = buffer.length >= 0x20 && buffer.readUInt16LE(0x1e) === 12 ? 4096 : 512;
  return buffer.length >= firstSector + 2 && buffer.readUInt16LE(firstSector) === 0xa5ec;
}

/**
 * Decides by the content types of a package (ECMA-376 part 2), wherever they lie among its parts; where the head does not show them,
 * by the names of the parts.
 */
export function classifyPackage(head: Uint8Array): DetectedType {
  const buffer = asBuffer(head);
  const entries = listLocalEntries(buffer);
  const contentTypes = readContentTypes(buffer, entries);
  const names = entries.map(({ name }) => name);
  const isDocx =
    contentTypes === undefined
      ? names.some((name) => packageParts.includes(name)) && names.some((name) => name.startsWith('word/'))
      : contentTypes.includes('wordprocessingml.document.main+xml');
  if (isDocx) return { mimeType: docxType, category: 'document', alsoFits: [] };
  const undecided = { mimeType: zip, category: undefined, alsoFits: [] } as const;
  const lateProofs = [{ mimeType: docxType, bytes: Buffer.from('word/document') }];
  return contentTypes === undefined ? { ...undecided, lateProofs } : undecided;
}

interface LocalEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  readonly start: number;
}

function listLocalEntries(buffer: Buffer): readonly LocalEntry[] {
  const entries: LocalEntry[] = [];
  for (let at = buffer.indexOf('PK\x03\x04', 0, 'latin1'); at !== -1 && entries.length < 200;) {
    if (at + 30 > buffer.length) break;
    const nameLength = buffer.readUInt16LE(at + 26);
    const extraLength = buffer.readUInt16LE(at + 28);
    const name = buffer.toString('latin1', at + 30, Math.min(at + 30 + nameLength, buffer.length));
    entries.push({
      name,
      isDeflated: buffer.readUInt16LE(at + 8) === 8,
      start: at + 30 + nameLength + extraLength,
    });
    at = buffer.indexOf('PK\x03\x04', at + 30, 'latin1');
  }
  return entries;
}

/** Undefined when the part is not in the head, or cannot be read. */
function readContentTypes(buffer: Buffer, entries: readonly LocalEntry[]): string | undefined {
  const entry = entries.find(({ name }) => name === '[Content_Types].xml');
  if (entry === undefined) return undefined;
  const content = buffer.subarray(entry.start, entry.start + maxContentTypesBytes);
  const end = content.indexOf('</Types>');
  if (!entry.isDeflated) return end < 0 ? undefined : content.toString('utf8', 0, end);
  try {
    const text = inflateRawSync(content, { maxOutputLength: maxContentTypesBytes }).toString('utf8');
    return text.includes('</Types>') ? text : undefined;
  } catch {
    return undefined;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { savedOn } from './document-version.ts';

/** The parts of a Word document by name, in their order. */
export type DocxParts = Readonly<Record<string, Uint8Array>>;

export const bodyPart = 'word/document.xml';
export const propertiesPart = 'docProps/core.xml';

/** @throws where it is no archive, as one that is locked is none */
export function unpack(bytes: Uint8Array): DocxParts {
  return unzipSync(bytes);
}

/** Level 0 to 9; the time is that of every part. */
export function pack(parts: DocxParts, level: 0 | 6 | 9 = 6, mtime = savedOn): Uint8Array {
  return zipSync({ ...parts }, { level, mtime });
}

export function textOf(parts: DocxParts, name: string): string | undefined {
  const part = parts[name];
  return part && strFromU8(part);
}

/** Undefined where the part is missing, or the edit finds nothing to change. */
export function withPart(
  parts: DocxParts,
  name: string,
  edit: (text: string) => string | undefined,
): DocxParts | undefined {
  const text = textOf(parts, name);
  const edited = text === undefined ? undefined : edit(text);
  return edited === undefined || edited === text ? undefined : { ...parts, [name]: strToU8(edited) };
}

/** Behind those there are. */
export function addPart(parts: DocxParts, name: string, text: string): DocxParts {
  return { ...parts, [name]: strToU8(text) };
}

/** Writes another text into an element that is there. */
export function withElement(xml: string, name: string, text: string): string {
  return xml.replace(new RegExp(`(<${name}(?: [^>]*)?>)[^<]*(</${name}>)`, 'u'), `$1${text}$2`);
}

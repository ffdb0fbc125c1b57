import type { ByteRange } from '../jpeg/jpeg-structure.ts';

/** A part of a new file: a range of the old file, or bytes. */
export type FilePart = ByteRange | Uint8Array;

/** A list of parts that joins adjacent ranges. */
export interface PartList {
  readonly parts: readonly FilePart[];
  add(part: FilePart): void;
}

export function createPartList(): PartList {
  const parts: FilePart[] = [];
  return {
    parts,
    add(part) {
      const last = parts.at(-1);
      const isNext =
        last !== undefined && !isBytes(part) && !isBytes(last) && last.offset + last.length === part.offset;
      if (isNext) parts[parts.length - 1] = { offset: last.offset, length: last.length + part.length };
      else if (part.length > 0)
        parts.push(isBytes(part) ? part : { offset: part.offset, length: part.length });
    },
  };
}

function isBytes(part: FilePart): part is Uint8Array {
  return part instanceof Uint8Array;
}

/** Returns the length of the file that the parts make. */
export function measureParts(parts: readonly FilePart[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

/** Returns the file that the parts make. */
export function joinParts(bytes: Uint8Array, parts: readonly FilePart[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) =>
      part instanceof Uint8Array ? part : bytes.subarray(part.offset, part.offset + part.length),
    ),
  );
}

import type { ByteRange } from '../jpeg/jpeg-structure.ts';

export type IfdName = 'ifd0' | 'ifd1' | 'exif' | 'gps' | 'interop' | 'further';

export interface TiffEntry {
  readonly tag: number;
  /** Field type 1..13 of TIFF 6.0 and its supplements. */
  readonly type: number;
  readonly count: number;
  /** Where the value is in the file; null when it lies outside the data. */
  readonly value: ByteRange | null;
}

export interface Ifd {
  readonly name: IfdName;
  /** From the start of the TIFF data. */
  readonly offset: number;
  readonly entries: readonly TiffEntry[];
  /** TIFF 6.0 demands ascending tags; some cameras and some editors do not comply. */
  readonly sorted: boolean;
}

/** What the directory structure of TIFF data says that a tag reader does not. All ranges are file offsets. */
export interface TiffStructure {
  readonly littleEndian: boolean;
  /** In the order of their offsets, which is the order in which the writer laid them out. */
  readonly ifds: readonly Ifd[];
  readonly makerNote: ByteRange | null;
  /** The JPEG thumbnail of IFD1. */
  readonly thumbnail: ByteRange | null;
  readonly hasIfd1: boolean;
  readonly problems: readonly string[];
}

export type TiffWalk =
  { readonly ok: true; readonly tiff: TiffStructure } | { readonly ok: false; readonly reason: string };

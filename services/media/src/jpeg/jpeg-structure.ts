/** A range of bytes in the file. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** One marker segment; the range starts at the 0xFF and, for a scan, ends after its entropy-coded data. */
export interface JpegSegment extends ByteRange {
  /** Second byte of the marker, such as 0xE1. */
  readonly marker: number;
  /** Its name in ITU-T T.81, such as `APP1`, `DQT`, `SOF0`. */
  readonly name: string;
}

export interface JpegComponent {
  readonly id: number;
  readonly horizontal: number;
  readonly vertical: number;
  readonly table: number;
}

export interface JpegFrame {
  readonly precision: number;
  readonly width: number;
  readonly height: number;
  readonly components: readonly JpegComponent[];
  /** `4:4:4`, `4:2:2`, `4:2:0`, `4:4:0`, `4:1:1`, `grey`, or the raw factors such as `2x2,1x2,1x1`. */
  readonly sampling: string;
  readonly progressive: boolean;
  /** Arithmetic coding or a lossless or hierarchical process, which cameras do not write. */
  readonly unusualProcess: boolean;
}

export interface QuantizationTable {
  readonly id: number;
  /** 8 or 16 bits an entry. */
  readonly precision: 8 | 16;
  /** 64 steps in natural (row by row) order. */
  readonly values: readonly number[];
}

export interface HuffmanTable {
  readonly class: 'dc' | 'ac';
  readonly id: number;
  /** Equal to one of the typical tables of ITU-T T.81 Annex K.3. */
  readonly standard: boolean;
}

export interface EmbeddedPreview extends ByteRange {
  readonly source: 'ifd1' | 'jfxx' | 'photoshop' | 'mpf';
  readonly encoding: 'jpeg' | 'rgb' | 'palette';
}

export interface PhotoshopRecord extends ByteRange {
  /** Save quality 0..12 as Photoshop wrote it (image resource 1030); null when not recorded. */
  readonly saveQuality: number | null;
  /** IPTC-IIM record (image resource 1028). */
  readonly iptc: ByteRange | null;
}

export interface JpegStructure {
  readonly segments: readonly JpegSegment[];
  readonly frame: JpegFrame;
  readonly quantizationTables: readonly QuantizationTable[];
  readonly huffmanTables: readonly HuffmanTable[];
  /** `standard` when every table is a typical one, `optimized` when one was made for this picture. */
  readonly huffman: 'standard' | 'optimized' | 'none';
  /** Minimum coded units between restart markers; 0 when there are none. */
  readonly restartInterval: number;
  readonly scans: number;
  readonly jfif: {
    readonly version: string;
    readonly units: number;
    readonly density: readonly [number, number];
  } | null;
  readonly adobe: { readonly version: number; readonly transform: number } | null;
  /** TIFF data of the Exif segment, after `Exif\0\0`. */
  readonly exif: ByteRange | null;
  /** XMP packet text, main packet only. */
  readonly xmp: ByteRange | null;
  readonly icc: ByteRange | null;
  readonly photoshop: PhotoshopRecord | null;
  /** Photoshop "Save for Web" quality 0..100 (APP12 `Ducky`). */
  readonly saveForWebQuality: number | null;
  readonly comments: readonly string[];
  /** TIFF data of the Multi-Picture Format index (CIPA DC-007), after `MPF\0`. */
  readonly mpf: ByteRange | null;
  /** Bytes after the end-of-image marker; null when there are none. */
  readonly trailing: ByteRange | null;
  readonly previews: readonly EmbeddedPreview[];
  /** False when the end-of-image marker is missing. */
  readonly complete: boolean;
  /** Departures from the standard that were met and stepped over. */
  readonly problems: readonly string[];
}

export type JpegParse =
  { readonly ok: true; readonly jpeg: JpegStructure } | { readonly ok: false; readonly reason: string };

/** A segment of a JPEG as the box hashes of C2PA name it; `SOS` holds its scan too. */
export interface JpegBox {
  readonly name: string;
  readonly bytes: Buffer;
}

const maxBoxes = 100_000;
const names: Readonly<Record<number, string>> = {
  0xc4: 'DHT',
  0xcc: 'DAC',
  0xd8: 'SOI',
  0xd9: 'EOI',
  0xda: 'SOS',
  0xdb: 'DQT',
  0xdc: 'DNL',
  0xdd: 'DRI',
  0xfe: 'COM',
};

/**
 * Lists the segments of a JPEG up to its end or the first damage (ISO/IEC 10918-1 annex B; names: C2PA 2.2 §A.4.1).
 * @param splitsScans whether a scan ends at each of its restart markers, which begin boxes of their own
 */
export function listJpegBoxes(content: Uint8Array, splitsScans: boolean): JpegBox[] {
  const jpeg = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const boxes: JpegBox[] = [];
  let at = 0;
  while (at + 1 < jpeg.length && jpeg[at] === 0xff && boxes.length < maxBoxes) {
    const marker = jpeg[at + 1] ?? 0;
    const end = Math.min(jpeg.length, findEnd(jpeg, { at, marker, splitsScans }));
    const name = nameMarker(marker);
    boxes.push({ name, bytes: jpeg.subarray(at, end) });
    if (name === 'EOI') break;
    at = end;
  }
  return boxes;
}

function nameMarker(marker: number): string {
  if (isRestart(marker)) return `RST${String(marker - 0xd0)}`;
  if (marker >= 0xe0 && marker <= 0xef) return `APP${String(marker - 0xe0)}`;
  return names[marker] ?? (marker >= 0xc0 && marker <= 0xcf ? `SOF${String(marker - 0xc0)}` : 'unknown');
}

interface Marker {
  readonly at: number;
  readonly marker: number;
  readonly splitsScans: boolean;
}

function findEnd(jpeg: Buffer, { at, marker, splitsScans }: Marker): number {
  if (marker === 0xd8 || marker === 0xd9) return at + 2;
  if (isRestart(marker)) return findScanEnd(jpeg, at + 2, splitsScans);
  if (at + 4 > jpeg.length) return jpeg.length;
  const headEnd = at + 2 + jpeg.readUInt16BE(at + 2);
  return marker === 0xda ? findScanEnd(jpeg, headEnd, splitsScans) : headEnd;
}

function findScanEnd(jpeg: Buffer, from: number, splitsScans: boolean): number {
  for (let at = jpeg.indexOf(0xff, from); at !== -1; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (splitsScans || !isRestart(next))) return at;
  }
  return jpeg.length;
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

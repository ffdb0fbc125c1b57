import { readSyncSafe } from '../bytes/sync-safe.ts';
import { createCollector } from './container-reading.ts';
import type { Collector, ContainerReading } from './container-reading.ts';

const maxId3Frames = 500;
const id3Names: Readonly<Record<string, string>> = {
  TSSE: 'encoder settings',
  TENC: 'encoded by',
  TSS: 'encoder settings',
  TEN: 'encoded by',
};
/** How far behind a tag the first frame, with the mark of its encoder, may begin. */
const firstFrameBytes = 8_192;

/**
 * What an MP3, FLAC or Ogg file names as its encoders: ID3v2 (id3.org), the LAME tag of the first frame, and the vendor of
 * Vorbis comments (RFC 9639 §8.6, RFC 3533); null for other files.
 */
export function readSoundTexts(bytes: Buffer): ContainerReading | null {
  const found = createCollector();
  const afterTag = readId3(bytes, found);
  const format = formatAt(bytes, afterTag);
  if (format === null) return null;
  if (afterTag > 0) found.addPart('ID3');
  found.addPart(format);
  if (format === 'flac') readFlac(bytes, found, afterTag + 4);
  if (format === 'ogg') readVendor(bytes.subarray(0, 65_536), found);
  if (format === 'mpeg-audio') readFirstFrame(bytes.subarray(afterTag, afterTag + firstFrameBytes), found);
  return {
    format,
    brands: [],
    layout: found.layout,
    texts: found.texts,
    textsLeftOut: found.countLeftOut(),
    times: found.times,
    isFragmented: false,
  };
}

function formatAt(bytes: Buffer, at: number): 'flac' | 'ogg' | 'mpeg-audio' | null {
  const magic = bytes.toString('latin1', at, at + 4);
  if (magic === 'fLaC') return 'flac';
  if (magic === 'OggS') return 'ogg';
  const isFrame = bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xe0) === 0xe0;
  return isFrame || at > 0 ? 'mpeg-audio' : null;
}

/** Reads the texts of an ID3v2.2 to 2.4 tag; answers where it ends, 0 without one. */
function readId3(bytes: Buffer, found: Collector): number {
  if (bytes.toString('latin1', 0, 3) !== 'ID3' || bytes.length < 10) return 0;
  const major = bytes[3] ?? 0;
  const end = Math.min(bytes.length, 10 + readSyncSafe(bytes, 6));
  const [nameLength, headLength] = major === 2 ? [3, 6] : [4, 10];
  let at = 10;
  for (let count = 0; count < maxId3Frames && at + headLength <= end; count += 1) {
    const name = bytes.toString('latin1', at, at + nameLength);
    if (!/^[A-Z0-9]+$/.test(name)) break;
    const size =
      major === 2
        ? bytes.readUIntBE(at + 3, 3)
        : major === 4
          ? readSyncSafe(bytes, at + 4)
          : bytes.readUInt32BE(at + 4);
    const content = bytes.subarray(at + headLength, Math.min(end, at + headLength + size));
    const label = id3Names[name];
    if (label !== undefined && content.length > 1) found.addText(label, id3Text(content));
    at += headLength + size;
  }
  return end;
}

function id3Text(content: Buffer): string {
  const body = content.subarray(1);
  if (content[0] === 0) return body.toString('latin1');
  if (content[0] === 3) return body.toString('utf8');
  const even = Buffer.from(body.subarray(0, body.length & ~1));
  const isBig = content[0] === 2 || (body[0] === 0xfe && body[1] === 0xff);
  return (isBig ? even.swap16() : even).toString('utf16le').replace('\ufeff', '');
}

function readFirstFrame(head: Buffer, found: Collector): void {
  const mark = /(?:LAME|Lavc|Lavf|GOGO|L3\.99)[\x20-\x7e]{0,20}/.exec(head.toString('latin1'));
  if (mark !== null) found.addText('first frame', mark[0].replace(/(?<!U)U+$/, ''));
}

/** Metadata blocks; the one of type 4 begins with the vendor. */
function readFlac(bytes: Buffer, found: Collector, from: number): void {
  let at = from;
  for (let count = 0; count < 128 && at + 4 <= bytes.length; count += 1) {
    const kind = bytes[at] ?? 0;
    const size = bytes.readUIntBE(at + 1, 3);
    if ((kind & 127) === 4) addVendor(bytes, found, at + 4);
    if (kind >= 128) return;
    at += 4 + size;
  }
}

/** The comment header of Vorbis or Opus in the first pages. */
function readVendor(head: Buffer, found: Collector): void {
  const text = head.toString('latin1');
  const vorbis = text.indexOf('\x03vorbis');
  const opus = text.indexOf('OpusTags');
  if (vorbis >= 0) addVendor(head, found, vorbis + 7);
  if (opus >= 0) addVendor(head, found, opus + 8);
}

function addVendor(bytes: Buffer, found: Collector, at: number): void {
  if (at + 4 > bytes.length) return;
  const size = bytes.readUInt32LE(at);
  if (size > 0 && size <= 1_000)
    found.addText('vendor', bytes.toString('utf8', at + 4, Math.min(bytes.length, at + 4 + size)));
}

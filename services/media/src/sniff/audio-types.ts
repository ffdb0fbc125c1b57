import { readSyncSafe } from '../bytes/sync-safe.ts';

const maxId3Tags = 4;
const bitRates: Readonly<Record<number, readonly number[]>> = {
  // Kilobits per second, by version 1 and 2 (with 2.5) and layer III and II.
  13: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  12: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  23: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  22: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const sampleRates = [44_100, 48_000, 32_000];

/** Returns true for a WAV of more than 4 GiB, or one that may become that long: RF64 (EBU Tech 3306) and BW64 (ITU-R BS.2088). */
export function isLongWave(head: Uint8Array): boolean {
  const form = readText(head, 0, 4);
  return (form === 'RF64' || form === 'BW64') && readText(head, 8, 4) === 'WAVE';
}

/** Returns where the FLAC stream behind ID3 tags begins: in the head, beyond it, or nowhere. */
export function findFlac(head: Uint8Array): 'here' | 'beyond' | undefined {
  let at = 0;
  for (let tags = 0; tags < maxId3Tags && readText(head, at, 3) === 'ID3'; tags += 1) {
    at += 10 + readSyncSafe(head, at + 6);
  }
  if (at === 0) return undefined;
  if (at + 4 > head.byteLength) return 'beyond';
  return readText(head, at, 4) === 'fLaC' ? 'here' : undefined;
}

/** Returns true when two frames of MPEG audio follow each other, behind zeros that some recorders write first. */
export function holdsMpegFrames(head: Uint8Array): boolean {
  let at = 0;
  while (at < head.byteLength && head[at] === 0) at += 1;
  const length = readFrameLength(head, at);
  return length !== undefined && readFrameLength(head, at + length) !== undefined;
}

/** Reads the length of a frame by its header (ISO/IEC 11172-3 section 2.4.1.3), in bytes. */
function readFrameLength(head: Uint8Array, at: number): number | undefined {
  const [first = 0, second = 0, third = 0] = head.subarray(at, at + 3);
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  const versionBits = (second >> 3) & 3;
  const layerBits = (second >> 1) & 3;
  if (versionBits === 1 || (layerBits !== 1 && layerBits !== 2)) return undefined;
  const version = versionBits === 3 ? 1 : 2;
  const layer = 4 - layerBits;
  const kilobits = bitRates[version * 10 + layer]?.[third >> 4] ?? 0;
  const divisor = versionBits === 3 ? 1 : versionBits === 2 ? 2 : 4;
  const sampleRate = (sampleRates[(third >> 2) & 3] ?? 0) / divisor;
  if (kilobits === 0 || sampleRate === 0) return undefined;
  const samples = version === 2 && layer === 3 ? 72 : 144;
  return Math.floor((samples * kilobits * 1_000) / sampleRate) + ((third >> 1) & 1);
}

/** Returns true when the tracks of a WebM that the head shows are sound: their codec ids begin with `A_` (Matroska, section 5.1.4.1.21). */
export function hasOnlyAudio(head: Uint8Array): boolean {
  const codecs = [
    ...Buffer.from(head)
      .toString('latin1')
      .matchAll(/\x86.([AVS])_[A-Z]/gs),
  ].map(([, kind]) => kind);
  return codecs.length > 0 && codecs.every((kind) => kind === 'A');
}

function readText(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

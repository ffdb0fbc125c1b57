import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Sound } from './loudness-meter.ts';

interface WavFormat {
  /** 1 whole numbers, 3 floating point. */
  readonly tag: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
}

interface WavData {
  readonly format: WavFormat;
  readonly start: number;
  readonly end: number;
}

const framesAtOnce = 16_384;
const maxChunks = 1000;
const extensible = 0xfffe;

/** The samples of a RIFF WAVE file of linear PCM; nothing of another one. A header that claims more than there is, is not believed. */
export async function* wavSound(file: FileHandle): AsyncGenerator<Sound> {
  const found = await findData(file);
  if (found === undefined) return;
  const { format, start, end } = found;
  const read = sampleReader(format);
  const bytesPerFrame = (format.bits / 8) * format.channels;
  if (read === undefined || format.sampleRate === 0 || format.channels === 0) return;
  const buffer = Buffer.alloc(framesAtOnce * bytesPerFrame);
  for (let position = start; position < end;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end - position), position);
    const frames = Math.floor(bytesRead / bytesPerFrame);
    if (frames === 0) return;
    const channels = Array.from({ length: format.channels }, () => new Float32Array(frames));
    channels.forEach((samples, channel) => {
      const offset = (channel * format.bits) / 8;
      for (let frame = 0; frame < frames; frame += 1) {
        samples[frame] = read(buffer, frame * bytesPerFrame + offset);
      }
    });
    yield { sampleRate: format.sampleRate, channels };
    position += frames * bytesPerFrame;
  }
}

/** Reads the format chunk of a WAV file; undefined where there is none before its data. */
export async function readWavFormat(path: string): Promise<WavFormat | undefined> {
  const file = await open(path);
  try {
    return (await findData(file))?.format;
  } finally {
    await file.close();
  }
}

async function findData(file: FileHandle): Promise<WavData | undefined> {
  const { size } = await file.stat();
  let format: WavFormat | undefined;
  let position = 12;
  for (let count = 0; count < maxChunks && position + 8 <= size; count += 1) {
    const head = Buffer.alloc(8 + 40);
    await file.read(head, 0, head.length, position);
    const name = head.toString('latin1', 0, 4);
    const length = head.readUInt32LE(4);
    if (name === 'fmt ') format = readFormat(head.subarray(8));
    const start = position + 8;
    if (name === 'data' && format !== undefined)
      return { format, start, end: Math.min(size, start + length) };
    position = start + length + (length % 2);
  }
  return undefined;
}

function readFormat(chunk: Buffer): WavFormat {
  const tag = chunk.readUInt16LE(0);
  return {
    tag: tag === extensible ? chunk.readUInt16LE(24) : tag,
    channels: Math.min(64, chunk.readUInt16LE(2)),
    sampleRate: chunk.readUInt32LE(4),
    bits: chunk.readUInt16LE(14),
  };
}

type ReadSample = (buffer: Buffer, offset: number) => number;

function sampleReader({ tag, bits }: WavFormat): ReadSample | undefined {
  const readers: Readonly<Record<string, ReadSample>> = {
    '1/8': (buffer, offset) => (buffer.readUInt8(offset) - 128) / 2 ** 7,
    '1/16': (buffer, offset) => buffer.readInt16LE(offset) / 2 ** 15,
    '1/24': (buffer, offset) => buffer.readIntLE(offset, 3) / 2 ** 23,
    '1/32': (buffer, offset) => buffer.readInt32LE(offset) / 2 ** 31,
    '3/32': (buffer, offset) => buffer.readFloatLE(offset),
    '3/64': (buffer, offset) => buffer.readDoubleLE(offset),
  };
  return readers[`${String(tag)}/${String(bits)}`];
}

import { open } from 'node:fs/promises';
import { undecodable } from '../../limits/undecodable-error.ts';
import type { Sound } from './loudness-meter.ts';
import { readSound } from './read-sound.ts';

/** Decoded sound of which all channels are mixed into one. */
export interface MonoSound {
  readonly sampleRate: number;
  /** -1 to 1; the mean of the channels. */
  readonly samples: Float32Array;
  /** False where the sound goes on behind what was read. */
  readonly isWhole: boolean;
}

/**
 * Decodes a file up to `maxSamples`, without a native decoder.
 * @returns undefined where nothing here decodes the codec, and where no sound is there
 * @throws UndecodableError when the file is broken from the start
 */
export async function readMono(
  path: string,
  codec: string,
  maxSamples: number,
): Promise<MonoSound | undefined> {
  const file = await open(path);
  try {
    const sound = readSound(file, codec);
    return sound === undefined ? undefined : await collect(sound, maxSamples);
  } catch (cause) {
    throw undecodable(cause);
  } finally {
    await file.close();
  }
}

async function collect(sound: AsyncIterable<Sound>, maxSamples: number): Promise<MonoSound | undefined> {
  const pieces: Float32Array[] = [];
  let length = 0;
  let rate = 0;
  let isWhole = true;
  for await (const { sampleRate, channels } of sound) {
    if (rate === 0) rate = sampleRate;
    // A broken stream may change its rate; what follows then is not on the same time line.
    isWhole = rate === sampleRate && length < maxSamples;
    if (!isWhole) break;
    const piece = mix(channels).subarray(0, maxSamples - length);
    pieces.push(piece);
    length += piece.length;
  }
  if (length === 0) return undefined;
  const samples = new Float32Array(length);
  let position = 0;
  for (const piece of pieces) {
    samples.set(piece, position);
    position += piece.length;
  }
  return { sampleRate: rate, samples, isWhole: isWhole && length < maxSamples };
}

/** Always a copy: decoders use their memory again. */
function mix(channels: Sound['channels']): Float32Array {
  const mixed = Float32Array.from(channels[0] ?? []);
  if (channels.length < 2) return mixed;
  for (let i = 0; i < mixed.length; i++) {
    let sum = 0;
    for (const channel of channels) sum += channel[i] ?? 0;
    mixed[i] = sum / channels.length;
  }
  return mixed;
}

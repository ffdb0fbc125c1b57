import { open } from 'node:fs/promises';
import { undecodable, UndecodableError } from '../../limits/undecodable-error.ts';
import type { AudioMeasure, DeclaredSound } from '../media-decoder.ts';
import { createLoudnessMeter } from './loudness-meter.ts';
import type { LoudnessMeter, Sound } from './loudness-meter.ts';
import { readSound } from './read-sound.ts';

/**
 * Decodes all sound of a file without a native decoder.
 * @returns undefined where nothing here decodes its codec
 * @throws UndecodableError when nothing could be decoded
 */
export async function measureSound(
  path: string,
  { codec, channels }: DeclaredSound,
): Promise<AudioMeasure | undefined> {
  const file = await open(path);
  try {
    const sound = readSound(file, codec);
    return sound === undefined ? undefined : await measure(sound, channels);
  } catch (cause) {
    throw undecodable(cause);
  } finally {
    await file.close();
  }
}

async function measure(sound: AsyncIterable<Sound>, channelCount = Infinity): Promise<AudioMeasure> {
  let seconds = 0;
  let meter: (LoudnessMeter & Pick<Sound, 'sampleRate'>) | undefined;
  for await (const { sampleRate, channels } of sound) {
    seconds += (channels[0]?.length ?? 0) / sampleRate;
    // A broken stream may change its rate; what follows then is not of one loudness.
    meter ??= { ...createLoudnessMeter(sampleRate, Math.min(channelCount, channels.length)), sampleRate };
    if (meter.sampleRate === sampleRate) meter.add(channels);
  }
  if (meter === undefined) {
    throw new UndecodableError('the file could not be decoded: no sound could be decoded');
  }
  const loudness = meter.integrated();
  const loudnessLufs = loudness === undefined ? undefined : Math.round(loudness * 10) / 10;
  return { seconds, loudnessLufs, isWhole: true };
}

import type { AudioFeatures } from '../streams/recording-features.ts';
import type { AudioMeasure } from './measure-audio.ts';

/** The value of digital silence, LUFS and dBTP. */
const floorDecibels = -120;
const silentPeak = 10 ** (-60 / 20);

/** Puts the features of a recording together. */
export function describeAudio(measure: AudioMeasure, decodedSha256: string): AudioFeatures {
  const { sampleRate, frames, blockPeaks, shapes, range } = measure;
  const durationSeconds = frames / sampleRate;
  const silentBlocks = blockPeaks.reduce((count, peak) => count + (peak < silentPeak ? 1 : 0), 0);
  const mean = (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
  const centroidHertz = mean(shapes.map(({ centroid }) => centroid)) * sampleRate;
  const vector = [
    Math.log10(1 + durationSeconds),
    Math.max(floorDecibels, measure.integrated ?? floorDecibels) / 10,
    Math.max(floorDecibels, measure.truePeak) / 10,
    silentBlocks / blockPeaks.length,
    Math.log2(Math.max(1, centroidHertz / 125)),
    Math.log10(Math.max(1e-6, mean(shapes.map(({ flatness }) => flatness)))),
    range / 10,
  ];
  return { kind: 'audio', decodedSha256, durationSeconds, vector: vector.map(round) };
}

/** Keeps the documents small. */
export function round(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 1000) / 1000 : 0;
}

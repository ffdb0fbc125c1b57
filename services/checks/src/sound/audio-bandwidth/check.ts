import type { MonoSound } from '@assay/media/decoder/pcm/read-mono';
import { finding, notApplicable } from '../../check/check-result.ts';
import type { Check, CheckResult, Subject } from '../../check/check.ts';
import { createSpectrograph } from '../../fourier/spectrograph.ts';
import { codecOf, searchedSeconds, soundOrReason } from '../subject-sound.ts';
import { manifest } from './manifest.ts';

const leastSeconds = 1;
const frameLength = 2048;
/** Spread over the recording. */
const maxFrames = 4_000;
/** How much the level falls at an edge that a filter made; sound that ends by itself falls slowly. */
const leastFallDecibels = 20;
/** The band below an edge whose level is compared with all that is above. */
const edge = { below: 800, gap: 150, above: 450, lowest: 2_000 } as const;
/** An edge this much lower than the coding allows is remarked on. */
const muchLower = 0.75;

/** Hertz that LAME keeps at a number of kbit/s for two channels (libmp3lame, optimum_bandwidth). */
const keptHertz: readonly (readonly [kilobits: number, hertz: number])[] = [
  [32, 5_500],
  [48, 7_500],
  [56, 10_000],
  [64, 11_000],
  [80, 13_500],
  [96, 15_100],
  [128, 17_000],
  [160, 17_500],
  [192, 18_600],
  [256, 19_700],
  [320, 20_500],
];
/** Codecs that keep at least what MP3 keeps at the same rate. */
const lossyCodecs: ReadonlySet<string> = new Set(['mp3', 'aac', 'vorbis']);

const limits = [
  'A telephone, a narrow microphone, an old recording or a filter set on purpose ends at such an edge as well; being coded twice says nothing of the content.',
];

/**
 * Finds the frequency above which a filter left nothing, and compares it with what the coding could carry: what was coded
 * before at a lower rate keeps the edge of that coding. Tells of the history of the file, never of its content.
 */
export const check: Check = { ...manifest, run: examine };

async function examine(subject: Subject): Promise<CheckResult> {
  const sound = await soundOrReason(subject, leastSeconds);
  if (typeof sound === 'string') return notApplicable(manifest, sound);
  const levels = averageLevels(sound);
  if (levels === null) return notApplicable(manifest, 'the recording is silent');
  const found = findEdge(levels, sound.sampleRate);
  const carried = carriedHertz(subject, sound.sampleRate);
  const isLow = found !== null && carried !== null && found.hertz < muchLower * carried.hertz;
  return finding(manifest, {
    statement: stateEdge(found, isLow ? carried : null),
    searched: [searchedSeconds(sound, subject)],
    limits,
    facts: {
      sampleRate: sound.sampleRate,
      edgeHertz: found === null ? null : found.hertz,
      fallDecibels: found === null ? null : Math.round(found.fall),
      carriedHertz: carried === null ? null : Math.round(carried.hertz),
      isNarrowerThanCoding: isLow,
    },
    parameters: { frameLength, leastFallDecibels, muchLower },
  });
}

interface Edge {
  readonly hertz: number;
  /** Decibels. */
  readonly fall: number;
}

/** Mean level of each frequency in decibels, over the louder half of the frames; null for silence. */
function averageLevels({ samples }: MonoSound): Float32Array | null {
  const spectrograph = createSpectrograph(frameLength);
  const count = Math.min(maxFrames, Math.floor(samples.length / frameLength));
  const step = (samples.length - frameLength) / Math.max(1, count - 1);
  const frames = Array.from({ length: count }, (_, index) => {
    const start = Math.floor(index * step);
    let energy = 0;
    for (let i = start; i < start + frameLength; i++) energy += (samples[i] ?? 0) ** 2;
    return { start, energy };
  }).sort((one, other) => other.energy - one.energy);
  if ((frames[0]?.energy ?? 0) < 1e-6 * frameLength) return null;
  const power = new Float32Array(frameLength / 2);
  const sums = new Float64Array(frameLength / 2);
  const louder = frames.slice(0, Math.ceil(count / 2));
  for (const { start } of louder) {
    spectrograph.measure(samples, start, power);
    power.forEach((value, bin) => (sums[bin] = (sums[bin] ?? 0) + value));
  }
  // Below -130 dB of full scale nothing is told apart: that is less than 16 bits can hold.
  return Float32Array.from(sums, (sum) => 10 * Math.log10(Math.max(sum / louder.length, 1e-8)));
}

/** The lowest edge with a fall that only a filter makes: everything above it is quieter by that much. */
function findEdge(levels: Float32Array, sampleRate: number): Edge | null {
  const bins = (hertz: number): number => Math.round((hertz * frameLength) / sampleRate);
  const last = levels.length - bins(edge.above) - 1;
  // The loudest of all that is above, for each frequency.
  const ceiling = Float32Array.from(levels);
  for (let bin = levels.length - 2; bin >= 0; bin--)
    ceiling[bin] = Math.max(ceiling[bin] ?? 0, ceiling[bin + 1] ?? 0);
  for (let bin = bins(edge.lowest); bin < last; bin++) {
    const below = mean(levels, bin - bins(edge.below), bin - bins(edge.gap));
    const fall = below - (ceiling[bin + bins(edge.above)] ?? 0);
    if (fall >= leastFallDecibels) return { hertz: Math.round((bin * sampleRate) / frameLength), fall };
  }
  return null;
}

function mean(levels: Float32Array, from: number, to: number): number {
  const part = levels.subarray(Math.max(0, from), to);
  return part.reduce((sum, level) => sum + level, 0) / part.length;
}

interface Carried {
  readonly hertz: number;
  /** What carries it, for a sentence. */
  readonly by: string;
}

/** Up to which frequency a coding of this kind carries sound; null where that is not known. */
function carriedHertz(subject: Subject, sampleRate: number): Carried | null {
  const codec = codecOf(subject);
  const { bitRate, channels } = subject.enrichment;
  const nyquist = sampleRate / 2;
  if (codec === 'flac' || codec?.startsWith('pcm_') === true)
    return { hertz: nyquist, by: `${String(sampleRate)} samples a second without loss` };
  if (codec === undefined || !lossyCodecs.has(codec) || typeof bitRate !== 'number') return null;
  const kilobits = Math.round(bitRate / 1_000);
  const kept = keptHertz.findLast(([least]) => least <= kilobits * (channels === 1 ? 1.5 : 1));
  if (kept === undefined) return null;
  return { hertz: Math.min(nyquist, kept[1]), by: `${String(kilobits)} kbit/s` };
}

function stateEdge(found: Edge | null, carried: Carried | null): string {
  if (found === null)
    return 'The sound fades towards high frequencies by itself, as sound does that was coded once.';
  const ends = `Above ${(found.hertz / 1_000).toFixed(1)} kHz the recording holds nothing`;
  return carried === null
    ? `${ends}, as its coding explains.`
    : `${ends}, though ${carried.by} carry up to ${(carried.hertz / 1_000).toFixed(1)} kHz: it was probably coded at a lower rate before, or comes from a source of narrow band.`;
}

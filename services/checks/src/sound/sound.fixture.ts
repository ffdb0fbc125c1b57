import type { Check, CheckResult, JsonObject } from '../check/check.ts';
import { examineFiles } from '../run/examine-files.fixture.ts';
import { seededRandom } from '../pixels/copy-move/matching/seeded-random.ts';

export { wavFrom } from '../../../evaluation/src/calibration/recordings/wav-from.ts';

export interface SpeechSettings {
  readonly seconds?: number;
  readonly sampleRate?: number;
  readonly seed?: number;
  /** Of the noise of the room, against full scale. */
  readonly noise?: number;
}

/** A room with noise in which somebody speaks: syllables of a wandering pitch, hisses and pauses, none like another. */
export function speechOf(settings: SpeechSettings = {}): Float32Array {
  const { seconds = 12, sampleRate = 16_000, seed = 1, noise = 0.004 } = settings;
  const random = seededRandom(seed);
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  const white = (): number => random() + random() + random() - 1.5;
  for (let i = 0, rumble = 0; i < samples.length; i++) {
    rumble = 0.98 * rumble + 0.2 * white();
    samples[i] = noise * (white() + rumble);
  }
  for (let at = 0.2; at < seconds - 0.4; at += 0.12 + 0.35 * random()) {
    const length = 0.08 + 0.2 * random();
    const hiss = random() < 0.3 ? 0.06 : 0.008;
    const pitch = 90 + 120 * random();
    const glide = 0.8 + 0.4 * random();
    const loudness = Array.from({ length: 18 }, () => 0.08 * random() ** 2);
    const first = Math.round(at * sampleRate);
    const count = Math.round(length * sampleRate);
    for (let i = 0, phase = 0; i < count; i++) {
      phase += (2 * Math.PI * pitch * glide ** (i / count) * (1 + 0.01 * white())) / sampleRate;
      const voice = loudness.reduce((sum, level, k) => sum + level * Math.sin((k + 1) * phase), 0);
      const swell = Math.sin((Math.PI * i) / count) ** 2;
      samples[first + i] = (samples[first + i] ?? 0) + swell * (voice + hiss * white());
    }
  }
  return samples;
}

/** A copy of the samples with `seconds` of them from one place over another, as a hard cut. */
export function copyWithin(
  samples: Float32Array,
  sampleRate: number,
  { from, to, seconds }: { readonly from: number; readonly to: number; readonly seconds: number },
): Float32Array {
  const changed = Float32Array.from(samples);
  const start = Math.round(from * sampleRate);
  changed.set(samples.subarray(start, start + Math.round(seconds * sampleRate)), Math.round(to * sampleRate));
  return changed;
}

/** The answer of a check of sound on a file that is put on disk for it. */
export function analyseAudio(
  check: Check,
  bytes: Uint8Array,
  { mimeType = 'audio/wav', enrichment = {} }: { mimeType?: string; enrichment?: JsonObject } = {},
): Promise<CheckResult> {
  const subject = { bytes, mimeType, enrichment, claims: {} };
  return examineFiles(check, { file: bytes }, ({ file = '' }) => ({ ...subject, path: file }));
}

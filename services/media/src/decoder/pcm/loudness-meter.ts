/** Samples of all channels, -1 to 1, equally many of each. */
export type Channels = readonly Float32Array[];

/** A piece of decoded sound. */
export interface Sound {
  readonly sampleRate: number;
  readonly channels: Channels;
}

/** Measures the integrated loudness of sound that comes in pieces. */
export interface LoudnessMeter {
  add(channels: Channels): void;
  /** LUFS; undefined for silence and for less than one block of 0.4 s. */
  integrated(): number | undefined;
}

const stepsPerSecond = 10;
/** A block is 0.4 s and begins with every step. */
const stepsPerBlock = 4;
const absoluteGateLufs = -70;
const relativeGateLu = -10;
/** Added so that a sine of 997 Hz at full scale on one channel reads -3.01 LUFS (BS.1770, annex 1). */
const offsetLufs = -0.691;

/**
 * ITU-R BS.1770-4 and EBU R 128: two filters imitate the head and the ear, energies of overlapping blocks are averaged, those below the
 * gates left out.
 */
export function createLoudnessMeter(sampleRate: number, channelCount: number): LoudnessMeter {
  const stepLength = Math.round(sampleRate / stepsPerSecond);
  const filters = Array.from({ length: channelCount }, () => createWeighting(sampleRate));
  const weights = filters.map((_, index) => channelWeight(index, channelCount));
  const steps: number[] = [];
  let energy = 0;
  let filled = 0;
  return {
    add(channels) {
      const length = channels[0]?.length ?? 0;
      for (let from = 0; from < length;) {
        const to = Math.min(length, from + stepLength - filled);
        filters.forEach((filter, index) => {
          const samples = channels[index];
          if (samples !== undefined) energy += (weights[index] ?? 0) * filter(samples, from, to);
        });
        filled += to - from;
        from = to;
        if (filled < stepLength) continue;
        steps.push(energy / stepLength);
        [energy, filled] = [0, 0];
      }
    },
    integrated: () => gated(blocksOf(steps)),
  };
}

/** Surround channels count more, since they come from behind; the fourth of six is for effects and does not count. */
function channelWeight(index: number, count: number): number {
  if (count === 6 && index === 3) return 0;
  return (count === 6 && index > 3) || (count === 5 && index > 2) ? 1.41 : 1;
}

function blocksOf(steps: readonly number[]): number[] {
  const count = Math.max(0, steps.length - stepsPerBlock + 1);
  return Array.from({ length: count }, (_, first) => mean(steps.slice(first, first + stepsPerBlock)));
}

function gated(blocks: readonly number[]): number | undefined {
  const audible = blocks.filter((block) => lufs(block) > absoluteGateLufs);
  if (audible.length === 0) return undefined;
  const gate = lufs(mean(audible)) + relativeGateLu;
  return lufs(mean(audible.filter((block) => lufs(block) > gate)));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const lufs = (energy: number): number => offsetLufs + 10 * Math.log10(energy);

/** The energy of a stretch of samples after both filters, which go on where the last stretch ended. */
type Filter = (samples: Float32Array, from: number, to: number) => number;

/** The two filters for any sample rate, from the analogue ones that BS.1770 gives at 48 kHz, as libebur128 derives them. */
function createWeighting(sampleRate: number): Filter {
  const head = headFilter(sampleRate);
  const ear = earFilter(sampleRate);
  // Two states a filter; plain variables, since this runs for every sample.
  let h1 = 0;
  let h2 = 0;
  let e1 = 0;
  let e2 = 0;
  return (samples, from, to) => {
    let energy = 0;
    for (let index = from; index < to; index += 1) {
      const h0 = (samples[index] ?? 0) - head.a1 * h1 - head.a2 * h2;
      const e0 = head.b0 * h0 + head.b1 * h1 + head.b2 * h2 - ear.a1 * e1 - ear.a2 * e2;
      const weighted = ear.b0 * e0 + ear.b1 * e1 + ear.b2 * e2;
      energy += weighted * weighted;
      h2 = h1;
      h1 = h0;
      e2 = e1;
      e1 = e0;
    }
    return energy;
  };
}

interface Biquad {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** A shelf: a head reflects high tones. */
function headFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const scale = 1 + k / q + k ** 2;
  return {
    b0: (high + (band * k) / q + k ** 2) / scale,
    b1: (2 * (k ** 2 - high)) / scale,
    b2: (high - (band * k) / q + k ** 2) / scale,
    a1: (2 * (k ** 2 - 1)) / scale,
    a2: (1 - k / q + k ** 2) / scale,
  };
}

/** A high pass: ears hear low tones less. */
function earFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const scale = 1 + k / q + k ** 2;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k ** 2 - 1)) / scale, a2: (1 - k / q + k ** 2) / scale };
}

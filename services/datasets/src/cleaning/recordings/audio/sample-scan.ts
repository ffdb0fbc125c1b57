import { describeSpectrum, windowLength } from './spectrum.ts';
import type { SpectrumShape } from './spectrum.ts';

/** Blocks in a second. */
export const blocksPerSecond = 100;
const maxWindows = 256;
/** Samples between the windows of a short recording. It doubles whenever there are too many windows. */
const firstStride = 4 * windowLength;
/** The data of a WAV file begins within these bytes. */
const maxHeaderBytes = 4096;

/** The values of decoded audio that its samples show. */
export interface ScannedSamples {
  readonly sampleRate: number;
  readonly channels: number;
  /** Samples of one channel. */
  readonly frames: number;
  readonly blockFrames: number;
  /** The highest absolute sample of all channels in each block; full scale is 1. */
  readonly blockPeaks: Float32Array;
  /** The shapes of at most 256 windows that are spread evenly; silent windows are left out. */
  readonly shapes: readonly SpectrumShape[];
}

/** Reads a WAV stream of 32-bit floating-point samples, which comes in pieces. */
export interface SampleScan {
  add(chunk: Buffer): void;
  /** Undefined if no sample came. */
  finish(): ScannedSamples | undefined;
}

export function createSampleScan(): SampleScan {
  let rest: Buffer = Buffer.alloc(0);
  let scan: ReturnType<typeof createFrameScan> | undefined;
  return {
    add(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      if (scan === undefined) {
        const format = readFormat(rest);
        if (format === undefined) return;
        scan = createFrameScan(format);
        rest = rest.subarray(format.dataStart);
      }
      const whole = rest.length - (rest.length % scan.frameBytes);
      const samples = new Float32Array(whole / 4);
      Buffer.from(samples.buffer).set(rest.subarray(0, whole));
      scan.add(samples);
      rest = Buffer.from(rest.subarray(whole));
    },
    finish: () => scan?.finish(),
  };
}

interface WavFormat {
  readonly channels: number;
  readonly sampleRate: number;
  readonly dataStart: number;
}

function readFormat(head: Buffer): WavFormat | undefined {
  const [format, data] = ['fmt ', 'data'].map((name) =>
    head.subarray(0, maxHeaderBytes).indexOf(name, 12, 'latin1'),
  );
  if (format === undefined || data === undefined || format < 0 || data < 0 || data + 8 > head.length)
    return undefined;
  const channels = head.readUInt16LE(format + 10);
  const sampleRate = head.readUInt32LE(format + 12);
  return channels === 0 || sampleRate === 0 ? undefined : { channels, sampleRate, dataStart: data + 8 };
}

function createFrameScan({ channels, sampleRate }: WavFormat) {
  const blockFrames = Math.max(1, Math.round(sampleRate / blocksPerSecond));
  const window = new Float32Array(windowLength);
  let shapes: (SpectrumShape | undefined)[] = [];
  let stride = firstStride;
  let peaks = new Float32Array(1024);
  let frames = 0;
  let blockPeak = 0;

  function endBlock(): void {
    const block = Math.ceil(frames / blockFrames) - 1;
    if (block >= peaks.length) {
      const longer = new Float32Array(peaks.length * 2);
      longer.set(peaks);
      peaks = longer;
    }
    peaks[block] = blockPeak;
    blockPeak = 0;
  }

  function addToWindow(mono: number): void {
    const place = frames % stride;
    if (place >= windowLength) return;
    window[place] = mono;
    if (place !== windowLength - 1) return;
    shapes.push(describeSpectrum(window));
    if (shapes.length < maxWindows) return;
    shapes = shapes.filter((_, index) => index % 2 === 0);
    stride *= 2;
  }

  return {
    frameBytes: channels * 4,
    add(samples: Float32Array): void {
      for (let at = 0; at < samples.length; at += channels) {
        let sum = 0;
        for (let channel = 0; channel < channels; channel += 1) {
          const sample = samples[at + channel] ?? 0;
          sum += sample;
          const level = Math.abs(sample);
          if (level > blockPeak) blockPeak = level;
        }
        addToWindow(sum / channels);
        frames += 1;
        if (frames % blockFrames === 0) endBlock();
      }
    },
    finish(): ScannedSamples | undefined {
      if (frames === 0) return undefined;
      if (frames % blockFrames !== 0) endBlock();
      const blockPeaks = peaks.slice(0, Math.ceil(frames / blockFrames));
      return {
        sampleRate,
        channels,
        frames,
        blockFrames,
        blockPeaks,
        shapes: shapes.filter((shape) => shape !== undefined),
      };
    },
  };
}

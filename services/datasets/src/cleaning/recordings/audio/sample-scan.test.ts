import { describe, expect, it } from 'vitest';
import { createSampleScan } from './sample-scan.ts';

/** A WAV stream of floating-point samples, as FFmpeg writes it to a pipe. */
function makeStream(channels: number, sampleRate: number, samples: Float32Array): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(3, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt16LE(32, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(0xffffffff, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

function scan(stream: Buffer, pieceLength: number) {
  const scanned = createSampleScan();
  for (let at = 0; at < stream.length; at += pieceLength) scanned.add(stream.subarray(at, at + pieceLength));
  return scanned.finish();
}

function makeTone(seconds: number, hertz: number): Float32Array {
  return Float32Array.from(
    { length: 8_000 * seconds },
    (_, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / 8_000),
  );
}

describe('createSampleScan', () => {
  it('reads the peaks of all channels in blocks, however the stream is cut', () => {
    const samples = new Float32Array(2 * 8_000 + 2);
    samples[2 * 100 + 1] = -0.75;
    const stream = makeStream(2, 8_000, samples);
    for (const length of [7, 4_096, stream.length]) {
      const scanned = scan(stream, length);
      expect(scanned).toMatchObject({ channels: 2, sampleRate: 8_000, frames: 8_001, blockFrames: 80 });
      expect(scanned?.blockPeaks).toHaveLength(101);
      expect([...(scanned?.blockPeaks ?? [])].filter((peak) => peak > 0)).toEqual([0.75]);
      expect(scanned?.blockPeaks[1]).toBe(0.75);
    }
  });

  it('describes the spectrum by at most 256 windows', () => {
    const scanned = scan(makeStream(1, 8_000, makeTone(400, 1_000)), 65_536);
    expect(scanned?.shapes.length).toBeGreaterThan(100);
    expect(scanned?.shapes.length).toBeLessThanOrEqual(256);
    for (const { centroid, flatness } of scanned?.shapes ?? []) {
      expect(centroid).toBeCloseTo(1_000 / 8_000, 3);
      expect(flatness).toBeLessThan(0.01);
    }
  });

  it('finds nothing in a stream without samples', () => {
    expect(scan(makeStream(1, 8_000, new Float32Array(0)), 10)).toBeUndefined();
    expect(scan(Buffer.from('no stream'), 3)).toBeUndefined();
  });
});

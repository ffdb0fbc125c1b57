import { audioStream } from '../streams/probe-streams.ts';
import { limitTime } from '../streams/run-media.ts';
import type { RunMedia } from '../streams/run-media.ts';

const decodeShare = 0.2;

/**
 * Computes the SHA-256 of all decoded samples as interleaved 32-bit floating point. Padding of the encoder counts, since containers
 * differ in whether they say how much of it to skip. Undefined if nothing decodes.
 */
export async function hashAudio(
  run: RunMedia,
  path: string,
  expectedSeconds: number,
): Promise<string | undefined> {
  const end = await run({
    path,
    inputOptions: ['-flags2', '+skip_manual'],
    outputs: [...audioStream, '-c:a', 'pcm_f32le', '-f', 'hash', '-hash', 'sha256', 'pipe:1'],
    timeoutMs: limitTime(expectedSeconds, decodeShare),
    maxOutputBytes: 4096,
  });
  return end.ok ? /^SHA256=([0-9a-f]{64})$/mu.exec(end.output.toString('latin1'))?.[1] : undefined;
}

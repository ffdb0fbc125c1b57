import type { Measured, MediaDecoder, Poster } from '../decoder/media-decoder.ts';
import type { JobResult } from '../isolate/job-types.ts';
import { completeAudio, completeVideo } from './complete.ts';
import type { AudioEnrichment, VideoEnrichment } from './enrichment.ts';
import type { EnrichInput, EnrichmentPool } from './enrichment-pool.ts';

/** Reads audio and video: what headers declare in a child of the pool, what samples show by the decoder. Never rejects. */
export interface AvReader {
  readAudio(
    input: EnrichInput,
    signal: AbortSignal,
    onMeasure?: OnMeasure,
  ): Promise<JobResult<AudioEnrichment>>;
  readVideo(
    input: EnrichInput,
    signal: AbortSignal,
    onMeasure?: OnMeasure,
  ): Promise<JobResult<VideoEnrichment>>;
  /** @param durationSeconds of the video, as far as it is known */
  makePoster(
    path: string,
    durationSeconds: number | undefined,
    signal: AbortSignal,
  ): Promise<Measured<Poster>>;
}

/** Told when decoding begins; the share of the declared duration that has been decoded so far, where both are known. */
export type OnMeasure = (share: () => number | undefined) => void;

export interface AvReaderOptions {
  readonly pool: EnrichmentPool;
  readonly decoder: MediaDecoder;
  /** Of reading a file, in all. */
  readonly timeoutMs: number;
  readonly maxRssBytes: number;
}

/** Even a file whose headers took long is given a chance. */
const leastDecodeMs = 1_000;

export function createAvReader({ pool, decoder, timeoutMs, maxRssBytes }: AvReaderOptions): AvReader {
  /** What is left of the time of a file that begins now. */
  const startClock = (): (() => number) => {
    const startedAt = performance.now();
    return () => Math.max(leastDecodeMs, timeoutMs - (performance.now() - startedAt));
  };
  return {
    async readAudio(input, signal, onMeasure) {
      const leftMs = startClock();
      const declared = await pool.run('enrichAudio', input, { signal });
      if (!declared.ok) return declared;
      const { codec = 'an unknown codec', channels, sampleRate } = declared.value;
      const measured = await decoder.measureAudio(
        input.path,
        { codec, channels, sampleRate },
        { signal, timeoutMs: leftMs(), maxRssBytes, onSeconds: follow(declared.value, onMeasure) },
      );
      return completeAudio(declared.value, measured, decoder.name);
    },
    async readVideo(input, signal, onMeasure) {
      const leftMs = startClock();
      const declared = await pool.run('enrichVideo', input, { signal });
      if (!declared.ok || declared.value.videoCodec === undefined) return declared;
      const measured = await decoder.measureVideo(input.path, {
        ...{ signal, timeoutMs: leftMs(), maxRssBytes, onSeconds: follow(declared.value, onMeasure) },
      });
      return completeVideo(declared.value, measured, decoder);
    },
    makePoster: (path, durationSeconds, signal) =>
      decoder.makePoster(path, durationSeconds, { signal, timeoutMs, maxRssBytes }),
  };
}

/** Turns the seconds that a decoder tells of into the share of the declared duration. */
function follow(
  { durationSeconds = 0 }: { readonly durationSeconds?: number },
  onMeasure: OnMeasure | undefined,
): (seconds: number) => void {
  let decoded: number | undefined;
  onMeasure?.(() => (durationSeconds > 0 && decoded !== undefined ? decoded / durationSeconds : undefined));
  return (seconds) => {
    decoded = seconds;
  };
}

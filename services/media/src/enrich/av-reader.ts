import type { DecodeOptions, Measured, MediaDecoder, Poster } from '../decoder/media-decoder.ts';
import type { JobResult } from '../isolate/job-types.ts';
import { completeAudio, completeVideo } from './complete.ts';
import type { DeclaredAudio, MeasuredAudio } from './complete.ts';
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
  const measure = <Declared extends DeclaredAudio>(
    path: string,
    declared: Declared,
    options: Omit<DecodeOptions, 'maxRssBytes'>,
  ): Promise<JobResult<Declared & MeasuredAudio>> => {
    const { codec = 'an unknown codec', channels, sampleRate } = declared;
    return decoder
      .measureAudio(path, { codec, channels, sampleRate }, { ...options, maxRssBytes })
      .then((measured) => completeAudio(declared, measured, decoder.name));
  };
  return {
    async readAudio(input, signal, onMeasure) {
      const leftMs = startClock();
      const declared = await pool.run('enrichAudio', input, { signal });
      if (!declared.ok) return declared;
      const onSeconds = follow(declared.value, onMeasure);
      return measure(input.path, declared.value, { signal, timeoutMs: leftMs(), onSeconds });
    },
    async readVideo(input, signal, onMeasure) {
      const leftMs = startClock();
      const declared = await pool.run('enrichVideo', input, { signal });
      if (!declared.ok) return declared;
      const onSeconds = follow(declared.value, onMeasure);
      const options = { signal, timeoutMs: leftMs(), onSeconds };
      if (declared.value.videoCodec === undefined)
        return decoder.canShowVideo ? measure(input.path, declared.value, options) : declared;
      const measured = await decoder.measureVideo(input.path, { ...options, maxRssBytes });
      const completed = completeVideo(declared.value, measured, decoder);
      if (!completed.ok || !decoder.canShowVideo) return completed;
      const hash = await decoder.hashVideo(input.path, { signal, timeoutMs: leftMs(), maxRssBytes });
      return { ok: true, value: { ...completed.value, perceptualHash: hash.ok ? hash.value : null } };
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

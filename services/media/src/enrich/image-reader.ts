import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { maxImagePixels } from '../limits/image-limits.ts';
import type { MediaDecoder } from '../decoder/media-decoder.ts';
import { consequenceOf } from '../isolate/job-failures.ts';
import type { JobResult } from '../isolate/job-types.ts';
import type { EnrichInput, EnrichmentPool } from './enrichment-pool.ts';
import type { ImageReading } from './enrichment.ts';

export interface ImageReaderOptions {
  readonly pool: EnrichmentPool;
  readonly decoder: MediaDecoder;
  /** The longest decoding of a large image. */
  readonly timeoutMs: number;
  readonly maxRssBytes: number;
}

/** Reads an image; its folder may be written to. Never rejects, unless a file cannot be written there. */
export type ImageReader = (input: EnrichInput, signal: AbortSignal) => Promise<JobResult<ImageReading>>;

/** The types whose decoders in a child need more memory for a large image than FFmpeg does: 15 bytes a pixel instead of 3. */
const reducedTypes: readonly string[] = ['image/avif', 'image/heic'];

/** Creates a reader of images that has the decoder reduce those that are too large for a child. */
export function createImageReader({ pool, decoder, ...limits }: ImageReaderOptions): ImageReader {
  return async (input, signal) => {
    const result = await pool.run('enrichImage', input, { signal });
    if (!result.ok || !isReducible(result.value)) return result;
    const reduced = await decoder.reduceImage(input.path, { signal, ...limits });
    if (!reduced.ok) {
      const isFinal = reduced.code === 'unavailable' || consequenceOf(reduced) === 'verdict';
      return isFinal ? result : reduced;
    }
    const path = join(dirname(input.path), 'reduced');
    await writeFile(path, reduced.value.bytes);
    const preview = await pool.run('makePreview', { path }, { signal });
    if (!preview.ok) return consequenceOf(preview) === 'verdict' ? result : preview;
    const { thumbnail, perceptualHash } = preview.value;
    const { notes: _, ...enrichment } = result.value.enrichment;
    return {
      ok: true,
      value: {
        enrichment: { ...enrichment, perceptualHash, notes: [reducedNote] },
        thumbnail,
        isOversized: true,
      },
    };
  };
}

const reducedNote = 'The image is too large to be decoded at its full size. It was decoded at reduced size.';

function isReducible({ enrichment, isOversized }: ImageReading): boolean {
  const { detectedMimeType, width, height } = enrichment;
  return isOversized && reducedTypes.includes(detectedMimeType) && width * height <= maxImagePixels;
}

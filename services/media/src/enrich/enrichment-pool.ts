import { extname } from 'node:path';
import { createIsolatedPool } from '../isolate/isolated-pool.ts';
import type { IsolatedPool, IsolatedPoolOptions } from '../isolate/isolated-pool.ts';
import type { ImagePreview } from '../preview/preview-image.ts';
import type { EnrichOptions } from './enrich-image.ts';
import type { AudioMeasure, DeclaredSound } from '../decoder/media-decoder.ts';
import type { EnrichmentByKind, ImageReading } from './enrichment.ts';

/** What a job is given. */
export interface EnrichInput extends EnrichOptions {
  /** A local file that stays in place until the job has ended. */
  readonly path: string;
  /** Of the file record; images are read by their bytes alone. */
  readonly mimeType: string;
}

/** The jobs that read a file: `enrichImage`, which gives its thumbnail as well, and so on. */
type ReadingJobs = {
  readonly [Kind in keyof EnrichmentByKind as `enrich${Kind}`]: {
    readonly input: EnrichInput;
    readonly output: Kind extends 'Image' ? ImageReading : EnrichmentByKind[Kind];
  };
};

/** The jobs of the enrichment worker, a `JobTable`. */
export type EnrichJobs = ReadingJobs & {
  /** Undefined where the worker does not decode the codec. */
  readonly measureAudio: {
    readonly input: DeclaredSound & { readonly path: string };
    readonly output: AudioMeasure | undefined;
  };
  /** Makes the preview of an image that is no file of its own, such as the poster of a video or a reduced copy. */
  readonly makePreview: { readonly input: { readonly path: string }; readonly output: ImagePreview };
};

/** Source or compiled, whichever this module is. */
const workerUrl = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

export type EnrichmentPool = IsolatedPool<EnrichJobs>;

/** A pool whose children read untrusted files and answer their enrichment. */
export function createEnrichmentPool(options: Omit<IsolatedPoolOptions, 'workerUrl'> = {}): EnrichmentPool {
  return createIsolatedPool<EnrichJobs>({ ...options, workerUrl });
}

import { extname } from 'node:path';
import { createIsolatedPool } from '../isolate/isolated-pool.ts';
import type { IsolatedPool, IsolatedPoolOptions } from '../isolate/isolated-pool.ts';
import type { EnrichOptions } from './enrich-image.ts';
import type { CommonEnrichment, DocumentEnrichment, ImageEnrichment, TextEnrichment } from './enrichment.ts';

/** What a job is given. */
export interface EnrichInput extends EnrichOptions {
  /** A local file that stays in place until the job has ended. */
  readonly path: string;
  /** Of the file record; images are read by their bytes alone. */
  readonly mimeType: string;
}

/** The jobs of the enrichment worker, a `JobTable`; a type alias, since an interface has no index signature. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- see above
export type EnrichJobs = {
  readonly enrichImage: { readonly input: EnrichInput; readonly output: ImageEnrichment };
  readonly enrichDocument: { readonly input: EnrichInput; readonly output: DocumentEnrichment };
  readonly enrichText: { readonly input: EnrichInput; readonly output: TextEnrichment };
  readonly enrichOther: { readonly input: EnrichInput; readonly output: CommonEnrichment };
};

/** Source or compiled, whichever this module is. */
const workerUrl = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** A pool whose children read untrusted files and answer their enrichment. */
export function createEnrichmentPool(
  options: Omit<IsolatedPoolOptions, 'workerUrl'> = {},
): IsolatedPool<EnrichJobs> {
  return createIsolatedPool<EnrichJobs>({ ...options, workerUrl });
}

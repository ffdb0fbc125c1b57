import { extname } from 'node:path';
import { createIsolatedPool, type IsolatedPool, type IsolatedPoolOptions } from '../isolate/isolated-pool.ts';
import type { EnrichJobs } from './enrich-jobs.ts';

/** Source or compiled, whichever this module is. */
const workerUrl = new URL(`./worker${extname(import.meta.url)}`, import.meta.url);

/** A pool whose children read untrusted files and answer their enrichment. */
export function createEnrichmentPool(
  options: Omit<IsolatedPoolOptions, 'workerUrl'> = {},
): IsolatedPool<EnrichJobs> {
  return createIsolatedPool<EnrichJobs>({ ...options, workerUrl });
}

import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import { createEnrichmentPool } from '@assay/media/enrich/enrichment-pool';
import type { JobResult } from '@assay/media/isolate/job-types';
import type { PoolLogger } from '@assay/media/isolate/isolated-pool';
import type { Enrichment } from '../domain/file/file.ts';

export interface ReadRequest {
  /** A local file that stays in place until the answer. */
  readonly path: string;
  readonly mimeType: string;
  readonly sha256: string;
}

type Read = (request: ReadRequest, signal: AbortSignal) => Promise<JobResult<Enrichment>>;

/** Reads untrusted files, each in a process of its own; never rejects. */
export interface MediaReader {
  readonly readImage: Read;
  /** PDF, Word documents and plain text. */
  readonly readDocument: Read;
  /** Audio and video: what every file has. */
  readonly readOther: Read;
  close(): Promise<void>;
}

export interface MediaReaderOptions {
  readonly size: number;
  readonly timeoutMs: number;
  readonly maxRssBytes: number;
  /** The C2PA signers to trust; undefined: none. */
  readonly trustList: C2paTrustList | undefined;
  readonly logger: PoolLogger;
}

const documentJobs: Readonly<Record<string, 'enrichDocument' | 'enrichText'>> = {
  'application/pdf': 'enrichDocument',
  'text/plain': 'enrichText',
};

export function createMediaReader({ trustList, ...options }: MediaReaderOptions): MediaReader {
  const pool = createEnrichmentPool(options);
  const trusting = trustList === undefined ? {} : { trustList };
  return {
    readImage: (request, signal) => pool.run('enrichImage', { ...request, ...trusting }, { signal }),
    readDocument: (request, signal) => {
      const job = documentJobs[request.mimeType] ?? 'enrichOther';
      return pool.run(job, { ...request, ...trusting }, { signal });
    },
    readOther: (request, signal) => pool.run('enrichOther', { ...request, ...trusting }, { signal }),
    close: () => pool.close(),
  };
}

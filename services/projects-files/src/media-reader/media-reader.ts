import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import { findDecoder } from '@assay/media/decoder/find-decoder';
import type { DecoderChoice } from '@assay/media/decoder/find-decoder';
import { createAvReader } from '@assay/media/enrich/av-reader';
import type { AvReader } from '@assay/media/enrich/av-reader';
import { createEnrichmentPool } from '@assay/media/enrich/enrichment-pool';
import { detectConfinement } from '@assay/media/isolate/confinement';
import type { ConfinementLogger } from '@assay/media/isolate/confinement';
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
  readonly readAudio: Read;
  /** PDF, Word documents and plain text. */
  readonly readDocument: Read;
  readonly readVideo: Read;
  /** What every file has. */
  readonly readOther: Read;
  /** A picture of a video, JPEG, upright, at most 1024 pixels a side. */
  readonly makePoster: AvReader['makePoster'];
  close(): Promise<void>;
}

export interface MediaReaderOptions extends DecoderChoice {
  readonly size: number;
  readonly timeoutMs: number;
  /** The C2PA signers to trust; undefined: none. */
  readonly trustList: C2paTrustList | undefined;
  readonly logger: PoolLogger & ConfinementLogger;
}

/** Says in the log what audio and video will be decoded with. */
export async function createMediaReader({ trustList, ...options }: MediaReaderOptions): Promise<MediaReader> {
  const { logger, timeoutMs } = options;
  const pool = createEnrichmentPool(options);
  const { decoder, description, isWarning } = await findDecoder(pool, await detectConfinement(), options);
  logger[isWarning ? 'warn' : 'info']({ decoder: decoder.name }, description);
  const av = createAvReader({ pool, decoder, timeoutMs });
  const trusting = trustList === undefined ? {} : { trustList };
  return {
    readImage: (request, signal) => pool.run('enrichImage', { ...request, ...trusting }, { signal }),
    readDocument: (request, signal) => {
      const job = request.mimeType === 'text/plain' ? 'enrichText' : 'enrichDocument';
      return pool.run(job, { ...request, ...trusting }, { signal });
    },
    readAudio: (request, signal) => av.readAudio({ ...request, ...trusting }, signal),
    readVideo: (request, signal) => av.readVideo({ ...request, ...trusting }, signal),
    makePoster: (path, durationSeconds, signal) => av.makePoster(path, durationSeconds, signal),
    readOther: (request, signal) => pool.run('enrichOther', { ...request, ...trusting }, { signal }),
    close: () => pool.close(),
  };
}

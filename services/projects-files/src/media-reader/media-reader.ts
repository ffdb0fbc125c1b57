import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import { findDecoder } from '@assay/media/decoder/find-decoder';
import type { DecoderChoice } from '@assay/media/decoder/find-decoder';
import { createAvReader } from '@assay/media/enrich/av-reader';
import type { Enrichment } from '@assay/media/enrich/enrichment';
import { createEnrichmentPool } from '@assay/media/enrich/enrichment-pool';
import { detectConfinement } from '@assay/media/isolate/confinement';
import type { ConfinementLogger } from '@assay/media/isolate/confinement';
import type { JobResult } from '@assay/media/isolate/job-types';
import type { PoolLogger } from '@assay/media/isolate/isolated-pool';
import { byKind, mediaKindOf } from '../domain/file/media-kind.ts';
import type { ByKind } from '../domain/file/media-kind.ts';
import { makeThumbnail } from './make-thumbnail.ts';
import type { ThumbnailRequest } from './make-thumbnail.ts';

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
  readonly makeThumbnail: (
    request: ThumbnailRequest,
    signal: AbortSignal,
  ) => ReturnType<typeof makeThumbnail>;
  close(): Promise<void>;
}

export interface MediaReaderOptions extends DecoderChoice {
  /** Files of each kind read at the same time. */
  readonly size: number;
  /** The longest reading a file of a kind may take. */
  readonly timeoutsMs: ByKind<number>;
  /** The C2PA signers to trust; undefined: none. */
  readonly trustList: C2paTrustList | undefined;
  readonly logger: PoolLogger & ConfinementLogger;
}

/** What takes long gives way to what is looked at soon, and all of it to whoever answers requests. */
const niceness: ByKind<number> = { image: 5, text: 10, audio: 15, video: 15 };

/** Says in the log what audio and video will be decoded with. */
export async function createMediaReader({ trustList, ...options }: MediaReaderOptions): Promise<MediaReader> {
  const { logger, timeoutsMs } = options;
  const pools = byKind((kind) =>
    createEnrichmentPool({ ...options, timeoutMs: timeoutsMs[kind], niceness: niceness[kind] }),
  );
  const confinement = await detectConfinement();
  const { decoder, description, isWarning } = await findDecoder(pools.audio, confinement, options);
  logger[isWarning ? 'warn' : 'info']({ decoder: decoder.name }, description);
  const readerOf = (kind: 'audio' | 'video') =>
    createAvReader({ pool: pools[kind], decoder, timeoutMs: timeoutsMs[kind] });
  const [audio, video] = [readerOf('audio'), readerOf('video')];
  const trusting = trustList === undefined ? {} : { trustList };
  return {
    readImage: (request, signal) => pools.image.run('enrichImage', { ...request, ...trusting }, { signal }),
    readDocument: (request, signal) => {
      const job = request.mimeType === 'text/plain' ? 'enrichText' : 'enrichDocument';
      return pools.text.run(job, { ...request, ...trusting }, { signal });
    },
    readAudio: (request, signal) => audio.readAudio({ ...request, ...trusting }, signal),
    readVideo: (request, signal) => video.readVideo({ ...request, ...trusting }, signal),
    makeThumbnail: (request, signal) => makeThumbnail({ pools, video }, request, signal),
    readOther: (request, signal) =>
      pools[mediaKindOf(request.mimeType)].run('enrichOther', { ...request, ...trusting }, { signal }),
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

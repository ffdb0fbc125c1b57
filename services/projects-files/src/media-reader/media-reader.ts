import type { C2paTrustList } from '@assay/media/c2pa/c2pa-report';
import { findDecoder } from '@assay/media/decoder/find-decoder';
import type { DecoderChoice } from '@assay/media/decoder/find-decoder';
import { createAvReader } from '@assay/media/enrich/av-reader';
import type { AvReader } from '@assay/media/enrich/av-reader';
import { createImageReader } from '@assay/media/enrich/image-reader';
import type { ImageReader } from '@assay/media/enrich/image-reader';
import { createEnrichmentPool } from '@assay/media/enrich/enrichment-pool';
import type { Enrichment, ImageReading } from '@assay/media/enrich/enrichment';
import type { EnrichInput, EnrichmentPool } from '@assay/media/enrich/enrichment-pool';
import { detectConfinement } from '@assay/media/isolate/confinement';
import type { ConfinementLogger } from '@assay/media/isolate/confinement';
import type { JobResult } from '@assay/media/isolate/job-types';
import type { PoolLogger } from '@assay/media/isolate/isolated-pool';
import { categoryOf } from '@assay/media/sniff/accepted-types';
import type { MediaCategory } from '@assay/media/sniff/accepted-types';
import { byKind } from '../domain/file/media-kind.ts';
import type { ByKind, MediaKind } from '../domain/file/media-kind.ts';
import { readVideo } from './read-video.ts';
import type { Reading, ReadOptions, ReadRequest } from '../domain/file/reading.ts';

/** Reads untrusted files, each in a process of its own. */
export interface MediaReader {
  /** Rejects only when a local file cannot be written. */
  read(request: ReadRequest, signal: AbortSignal): Promise<JobResult<Reading>>;
  close(): Promise<void>;
}

export interface MediaReaderOptions extends DecoderChoice {
  /** Files of each kind read at the same time. */
  readonly size: number;
  /** The longest reading a file of a kind may take. */
  readonly timeoutsMs: ByKind<number>;
  /** The most resident memory of a process that reads a file of a kind. */
  readonly maxRssBytes: ByKind<number>;
  /** The C2PA signers to trust; undefined: none. */
  readonly trustList: C2paTrustList | undefined;
  readonly logger: PoolLogger & ConfinementLogger;
}

/** What takes long gives way to what is looked at soon, and all of it to whoever answers requests. */
const niceness: ByKind<number> = { image: 5, text: 10, audio: 15, video: 15 };

/** Says in the log what audio and video will be decoded with. */
export async function createMediaReader({ trustList, ...options }: MediaReaderOptions): Promise<MediaReader> {
  const { logger, size } = options;
  const limitsOf = (kind: MediaKind) => ({
    timeoutMs: options.timeoutsMs[kind],
    maxRssBytes: options.maxRssBytes[kind],
  });
  const pools = byKind((kind) =>
    createEnrichmentPool({ size, logger, ...limitsOf(kind), niceness: niceness[kind] }),
  );
  const confinement = await detectConfinement();
  const { decoder, description, isWarning } = await findDecoder(pools.audio, confinement, options);
  logger[isWarning ? 'warn' : 'info']({ decoder: decoder.name }, description);
  const readerOf = (kind: 'audio' | 'video') =>
    createAvReader({ pool: pools[kind], decoder, ...limitsOf(kind) });
  const image = createImageReader({ pool: pools.image, decoder, ...limitsOf('image') });
  const readers = readersOf(pools, { image, audio: readerOf('audio'), video: readerOf('video') });
  const trusting = trustList === undefined ? {} : { trustList };
  return {
    read({ onStep, ...request }, signal) {
      onStep('reading');
      return readers[categoryOf(request.mimeType) ?? 'other'](
        { ...request, ...trusting },
        { signal, onStep },
      );
    },
    async close() {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

type Read = (input: EnrichInput, options: ReadOptions) => Promise<JobResult<Reading>>;

interface Readers {
  readonly image: ImageReader;
  readonly audio: AvReader;
  readonly video: AvReader;
}

function readersOf(
  pools: ByKind<EnrichmentPool>,
  { image, audio, video }: Readers,
): Readonly<Record<MediaCategory | 'other', Read>> {
  return {
    image: async (input, { signal }) => seen(await image(input, signal)),
    audio: async (input, { signal, onStep }) =>
      unseen(await audio.readAudio(input, signal, (share) => onStep('measuring', share))),
    video: (input, options) => readVideo({ video, pool: pools.video }, input, options),
    document: async (input, { signal }) => {
      const job = input.mimeType === 'text/plain' ? 'enrichText' : 'enrichDocument';
      return unseen(await pools.text.run(job, input, { signal }));
    },
    other: async (input, { signal }) => unseen(await pools.text.run('enrichOther', input, { signal })),
  };
}

function seen(result: JobResult<ImageReading>): JobResult<Reading> {
  if (!result.ok) return result;
  const { enrichment, thumbnail } = result.value;
  return { ok: true, value: { enrichment, thumbnail: thumbnail && { ok: true, value: thumbnail } } };
}

/** A file of which there is nothing to be seen. */
function unseen(result: JobResult<Enrichment>): JobResult<Reading> {
  return result.ok ? { ok: true, value: { enrichment: result.value, thumbnail: undefined } } : result;
}

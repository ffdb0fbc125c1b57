import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  integer,
  listOf,
  oneOf,
  optional,
  optionalText,
  port,
  readConfig,
  text,
} from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { baseSettings } from '@assay/chassis/process/service-base';
import { storageSettings } from '@assay/chassis/process/settings';
import { addressVariable } from '@assay/proto/processes';
import { uploadLimits } from '@assay/proto/upload-limits';
import { mediaKinds } from './domain/file/media-kind.ts';

const mebibyte = 2 ** 20;
const leastRssBytes = 128 * mebibyte;
const maxBytes = ({ variable, ...limits }: (typeof uploadLimits)[keyof typeof uploadLimits]) =>
  integer(variable, { min: 1, ...limits });
const longTimeout = (fallback: number) => ({ min: 1_000, max: 600_000, fallback });

export const settings = {
  ...baseSettings,
  ...storageSettings,
  /** Where the names of those who comment are asked for. Unset: nobody can comment. */
  identityOrgAddress: optionalText(addressVariable('identity-org')),
  uploadHost: text('UPLOAD_HOST', '127.0.0.1'),
  uploadPort: port('UPLOAD_PORT', 0),
  uploadMaxImageBytes: maxBytes(uploadLimits.image),
  uploadMaxAudioBytes: maxBytes(uploadLimits.audio),
  uploadMaxDocumentBytes: maxBytes(uploadLimits.document),
  uploadMaxVideoBytes: maxBytes(uploadLimits.video),
  uploadMaxCsvBytes: maxBytes(uploadLimits.csv),
  /** Imports of CSV files under way in this process at the same time, and those of one organization among them. */
  csvImports: integer('CSV_IMPORTS', { min: 1, fallback: 8 }),
  csvImportsPerOrganization: integer('CSV_IMPORTS_PER_ORGANIZATION', { min: 1, fallback: 4 }),
  /** What the files of an organization may have together. */
  storageMaxBytes: integer('STORAGE_MAX_BYTES', { min: 0, fallback: 2 ** 40 }),
  storageMaxFiles: integer('STORAGE_MAX_FILES', { min: 0, fallback: 1_000_000 }),
  /** Uploads of one organization under way at the same time, those in parts included; each is some 70 bytes of one document. */
  uploadsPerOrganization: integer('UPLOADS_PER_ORGANIZATION', { min: 1, max: 100_000, fallback: 10_000 }),
  /** The longest a whole upload may take; less than the hour after which what it left is swept. */
  uploadTimeoutMs: integer('UPLOAD_TIMEOUT_MS', { min: 1_000, max: 55 * 60_000, fallback: 50 * 60_000 }),
  /** The longest an upload may send nothing. */
  uploadIdleTimeoutMs: integer('UPLOAD_IDLE_TIMEOUT_MS', { min: 100, fallback: 30_000 }),
  /** The longest uploads may go on once the process stops. */
  uploadDrainTimeoutMs: integer('UPLOAD_DRAIN_TIMEOUT_MS', { min: 0, fallback: 8_000 }),
  /** What this process reads; processes of one kind can be as many as that kind needs. */
  enrichmentKinds: listOf('ENRICHMENT_KINDS', mediaKinds, mediaKinds),
  /** Files of each kind read at the same time, each in a process of its own; one is kept for other organizations. */
  enrichmentConcurrency: integer('ENRICHMENT_CONCURRENCY', { min: 1, max: 64, fallback: 2 }),
  /** Files of each kind of one organization read at the same time, in all processes. */
  enrichmentPerOrganization: integer('ENRICHMENT_PER_ORGANIZATION', { min: 1, fallback: 16 }),
  /** The longest reading an image, a text or a document may take; sound and pictures of minutes take longer to decode. */
  enrichmentTimeoutMs: integer('ENRICHMENT_TIMEOUT_MS', { min: 1_000, max: 25_000, fallback: 20_000 }),
  enrichmentAudioTimeoutMs: integer('ENRICHMENT_AUDIO_TIMEOUT_MS', longTimeout(60_000)),
  enrichmentVideoTimeoutMs: integer('ENRICHMENT_VIDEO_TIMEOUT_MS', longTimeout(120_000)),
  /** The most memory of a process that reads a file, and of one that reads a file of a kind, where that is another figure. */
  enrichmentMaxRssBytes: integer('ENRICHMENT_MAX_RSS_BYTES', {
    min: leastRssBytes,
    fallback: 512 * mebibyte,
  }),
  enrichmentImageMaxRssBytes: optional(integer('ENRICHMENT_IMAGE_MAX_RSS_BYTES', { min: leastRssBytes })),
  enrichmentAudioMaxRssBytes: optional(integer('ENRICHMENT_AUDIO_MAX_RSS_BYTES', { min: leastRssBytes })),
  enrichmentVideoMaxRssBytes: optional(integer('ENRICHMENT_VIDEO_MAX_RSS_BYTES', { min: leastRssBytes })),
  enrichmentTextMaxRssBytes: optional(integer('ENRICHMENT_TEXT_MAX_RSS_BYTES', { min: leastRssBytes })),
  /** A PEM file of the C2PA signers to trust. Unset: no signer is trusted. */
  c2paTrustListFile: optionalText('C2PA_TRUST_LIST_FILE'),
  /** Decodes audio and video; unset: the one on the PATH. */
  ffmpegPath: optionalText('FFMPEG_PATH'),
  /** `allowed`: FFmpeg runs also where the kernel refuses the namespaces that keep it from everything but its file. */
  ffmpegUnconfined: oneOf('FFMPEG_UNCONFINED', ['allowed', 'refused'], 'refused'),
  programFolders: text('PATH', ''),
  /** After this long without a sign of life of its worker, a request is given to another one. */
  enrichmentAckWaitMs: integer('ENRICHMENT_ACK_WAIT_MS', { min: 1_000, fallback: 15_000 }),
  /** Where files lie while they are read. */
  enrichmentTempDir: text('ENRICHMENT_TEMP_DIR', join(tmpdir(), 'assay-enrichment')),
};

export type Config = ConfigOf<typeof settings>;

export function configFrom(environment: Environment): Config {
  return readConfig(settings, environment);
}

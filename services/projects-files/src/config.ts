import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { integer, choiceList, optional, port, readConfig, text } from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { c2paTrustListFile, decoderSettings } from '@assay/chassis/settings/decoder';
import { baseSettings } from '@assay/chassis/process/boot/service-base';
import { addressSetting, uploadSettings } from '@assay/chassis/settings/process';
import { storageSettings } from '@assay/chassis/settings/servers';
import { mebibytes, minutes } from '@assay/chassis/units';
import { uploadLimits } from '@assay/proto/upload-limits';
import { mediaKinds } from './domain/file/media-kind.ts';

const arrivalSettings = {
  ...uploadSettings,
  uploadHost: text('UPLOAD_HOST', {
    about: 'The address at which uploads are taken.',
    fallback: '127.0.0.1',
  }),
  uploadPort: port('UPLOAD_PORT', {
    about: 'The port at which uploads are taken; 0 lets the system choose.',
    fallback: 0,
  }),
  uploadMaxImageBytes: integer(uploadLimits.image.variable, uploadLimits.image),
  uploadMaxAudioBytes: integer(uploadLimits.audio.variable, uploadLimits.audio),
  uploadMaxDocumentBytes: integer(uploadLimits.document.variable, uploadLimits.document),
  uploadMaxVideoBytes: integer(uploadLimits.video.variable, uploadLimits.video),
  uploadMaxCsvBytes: integer(uploadLimits.csv.variable, uploadLimits.csv),
  uploadParts: integer('UPLOAD_PARTS', {
    about: 'Parts of uploads that a process receives at the same time. Each one takes 8 MiB of memory.',
    min: 1,
    fallback: 12,
  }),
  uploadPartsPerOrganization: integer('UPLOAD_PARTS_PER_ORGANIZATION', {
    about: 'Parts of uploads that a process receives from one organization at the same time.',
    min: 1,
    fallback: 6,
  }),
  csvImports: integer('CSV_IMPORTS', {
    about: 'Imports of CSV files under way in a process at the same time.',
    min: 1,
    fallback: 8,
  }),
  csvImportsPerOrganization: integer('CSV_IMPORTS_PER_ORGANIZATION', {
    about: 'Imports of CSV files of one organization among those under way in a process.',
    min: 1,
    fallback: 4,
  }),
  storageMaxBytes: integer('STORAGE_MAX_BYTES', {
    about: 'What the files of an organization may have together, in bytes.',
    min: 0,
    fallback: 2 ** 40,
  }),
  storageMaxFiles: integer('STORAGE_MAX_FILES', {
    about: 'The most files of an organization.',
    min: 0,
    fallback: 1_000_000,
  }),
  uploadsPerOrganization: integer('UPLOADS_PER_ORGANIZATION', {
    about:
      'Uploads of one organization under way at the same time, those in parts included. Each is some 70 bytes of one document.',
    min: 1,
    max: 100_000,
    fallback: 10_000,
  }),
  uploadIdleTimeoutMs: integer('UPLOAD_IDLE_TIMEOUT_MS', {
    about: 'The longest an upload may send nothing, in milliseconds.',
    min: 100,
    fallback: 30_000,
  }),
};

/** The longest reading a file of minutes may take. */
const longTimeout = (variable: string, what: string, fallback: number) =>
  integer(variable, {
    about: `The longest reading ${what} may take, in milliseconds.`,
    min: 1_000,
    max: minutes(10),
    fallback,
  });

/** The most memory of a process that reads one kind, where that is another figure than for the others. */
const maxRssOf = (variable: string, what: string) =>
  optional(
    integer(variable, {
      about: `The most memory of a process that reads ${what}, in bytes.`,
      min: mebibytes(128),
    }),
    'as `ENRICHMENT_MAX_RSS_BYTES` says',
  );

const enrichmentSettings = {
  ...decoderSettings,
  c2paTrustListFile,
  enrichmentKinds: choiceList('ENRICHMENT_KINDS', {
    about: 'The kinds of files this process reads; processes of one kind can be as many as that kind needs.',
    values: mediaKinds,
    fallback: mediaKinds,
  }),
  enrichmentConcurrency: integer('ENRICHMENT_CONCURRENCY', {
    about:
      'Files of each kind read at the same time, each in a process of its own; one is kept for other organizations.',
    min: 1,
    max: 64,
    fallback: 2,
  }),
  enrichmentPerOrganization: integer('ENRICHMENT_PER_ORGANIZATION', {
    about: 'Files of each kind of one organization read at the same time, in all processes.',
    min: 1,
    fallback: 16,
  }),
  enrichmentTimeoutMs: integer('ENRICHMENT_TIMEOUT_MS', {
    about:
      'The longest reading an image, a text or a document may take, in milliseconds; sound and pictures of minutes take longer to decode.',
    min: 1_000,
    max: 25_000,
    fallback: 20_000,
  }),
  enrichmentAudioTimeoutMs: longTimeout('ENRICHMENT_AUDIO_TIMEOUT_MS', 'an audio file', minutes(1)),
  enrichmentVideoTimeoutMs: longTimeout('ENRICHMENT_VIDEO_TIMEOUT_MS', 'a video', minutes(2)),
  enrichmentMaxRssBytes: integer('ENRICHMENT_MAX_RSS_BYTES', {
    about:
      'The most memory of a process that reads a file, in bytes, of kinds without a figure of their own.',
    min: mebibytes(128),
    fallback: mebibytes(512),
  }),
  enrichmentImageMaxRssBytes: maxRssOf('ENRICHMENT_IMAGE_MAX_RSS_BYTES', 'images'),
  enrichmentAudioMaxRssBytes: maxRssOf('ENRICHMENT_AUDIO_MAX_RSS_BYTES', 'audio files'),
  enrichmentVideoMaxRssBytes: maxRssOf('ENRICHMENT_VIDEO_MAX_RSS_BYTES', 'videos'),
  enrichmentTextMaxRssBytes: maxRssOf('ENRICHMENT_TEXT_MAX_RSS_BYTES', 'texts and documents'),
  enrichmentAckWaitMs: integer('ENRICHMENT_ACK_WAIT_MS', {
    about:
      'After this long without a sign of life of its worker, in milliseconds, a file is given to another one.',
    min: 1_000,
    fallback: 15_000,
  }),
  enrichmentTempDir: text('ENRICHMENT_TEMP_DIR', {
    about:
      'The folder where files lie while they are read. It needs room for as many of the largest files as are read at once.',
    fallback: join(tmpdir(), 'assay-enrichment'),
    unset: '`assay-enrichment` in the system’s folder for temporary files',
  }),
};

export const settings = {
  ...baseSettings,
  ...storageSettings,
  identityOrgAddress: optional(addressSetting('identity-org'), 'nobody can comment'),
  ...arrivalSettings,
  ...enrichmentSettings,
};

export type Config = ConfigOf<typeof settings>;

export function configFrom(environment: Environment): Config {
  return readConfig(settings, environment);
}

import {
  ConfigError,
  integer,
  json,
  oneOf,
  optional,
  optionalJson,
  optionalText,
  readConfig,
  text,
  url,
} from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { baseSettings } from '@assay/chassis/process/service-base';
import { addressOf, asKeySet, asPrivateKey, storageSettings } from '@assay/chassis/process/settings';

/** Where FFmpeg is, read alike by the service and by the command that does its runs again. */
const decoderSettings = {
  /** Decodes videos and AAC; unset: the one on the PATH. */
  ffmpegPath: optionalText('FFMPEG_PATH'),
  /** `allowed`: FFmpeg runs also where the kernel refuses the namespaces that keep it from everything but its file. */
  ffmpegUnconfined: oneOf('FFMPEG_UNCONFINED', ['allowed', 'refused'], 'refused'),
  programFolders: text('PATH', ''),
};
export type DecoderConfig = ConfigOf<typeof decoderSettings>;

/** Throws a ConfigError for a variable that is malformed. */
export function readDecoderConfig(): DecoderConfig {
  return readConfig(decoderSettings, process.env);
}

export const settings = {
  ...baseSettings,
  ...storageSettings,
  projectsFilesAddress: addressOf('projects-files'),
  billingAddress: addressOf('billing'),
  /** A PEM file of the C2PA signers to trust. Unset: no signer is trusted. */
  c2paTrustListFile: optionalText('C2PA_TRUST_LIST_FILE'),
  /** What evidence bundles are signed with: an Ed25519 key whose `kid` names it and, from the second on, its generation. */
  evidenceSigningKey: json('EVIDENCE_SIGNING_KEY', asPrivateKey),
  /** The public keys that signed before, a JWK set, so that bundles of then are still recognized. Unset: there are none. */
  evidenceRetiredKeys: optionalJson('EVIDENCE_RETIRED_KEYS', asKeySet),
  /** Replays of runs under way at the same time in a process, of different organizations. */
  replayConcurrency: integer('REPLAY_CONCURRENCY', { min: 1, max: 64, fallback: 1 }),
  /** Stages of one organization executed at the same time, in all processes. */
  stagesPerOrganization: integer('STAGES_PER_ORGANIZATION', { min: 1, fallback: 16 }),
  /** Stages executed at the same time, each in a child process of its own; one is kept for other organizations. */
  stageConcurrency: integer('STAGE_CONCURRENCY', { min: 1, max: 64, fallback: 2 }),
  /** The most memory a stage may take before its process is ended and the run fails. */
  stageMaxRssBytes: integer('STAGE_MAX_RSS_BYTES', { min: 256 * 2 ** 20, fallback: 1024 * 2 ** 20 }),
  /** The longest a stage over one file may take before its process is ended and the run fails; each further file adds a tenth. */
  stageTimeoutMs: integer('STAGE_TIMEOUT_MS', { min: 1_000, fallback: 60_000 }),
  ...decoderSettings,
  /** Where a detector of others examines files, by HTTP POST. Unset: none is asked. */
  externalDetectorUrl: optional(url('EXTERNAL_DETECTOR_URL')),
  /** Its bearer token. */
  externalDetectorSecret: optionalText('EXTERNAL_DETECTOR_SECRET'),
  /** A JSON file of what was measured of it; a score is worth nothing without. */
  externalDetectorCalibrationFile: optionalText('EXTERNAL_DETECTOR_CALIBRATION_FILE'),
  externalDetectorTimeoutMs: integer('EXTERNAL_DETECTOR_TIMEOUT_MS', {
    min: 100,
    max: 60_000,
    fallback: 20_000,
  }),
};
export type Config = ConfigOf<typeof settings>;

/** Throws a ConfigError also for a detector without its calibration. */
export function configFrom(environment: Environment): Config {
  const config = readConfig(settings, environment);
  if (config.externalDetectorUrl !== undefined && config.externalDetectorCalibrationFile === undefined)
    throw new ConfigError(
      `${settings.externalDetectorCalibrationFile.variable} is missing: the scores of a detector that was not measured say nothing`,
    );
  return config;
}

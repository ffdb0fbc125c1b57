import { ConfigError, integer, json, optional, readConfig, text, url } from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { c2paTrustListFile, decoderSettings } from '@assay/chassis/settings/decoder';
import { baseSettings } from '@assay/chassis/process/boot/service-base';
import { addressSetting, asKeySet, asPrivateKey } from '@assay/chassis/settings/process';
import { storageSettings } from '@assay/chassis/settings/servers';
import { mebibytes } from '@assay/chassis/units';

/** Where FFmpeg is, read alike by the service and by the command that does its runs again. */
export type DecoderConfig = ConfigOf<typeof decoderSettings>;

/** Throws a ConfigError for a variable that is malformed. */
export function readDecoderConfig(): DecoderConfig {
  return readConfig(decoderSettings, process.env);
}

export const settings = {
  ...baseSettings,
  ...storageSettings,
  ...decoderSettings,
  c2paTrustListFile,
  projectsFilesAddress: addressSetting('projects-files'),
  billingAddress: addressSetting('billing'),
  evidenceSigningKey: json('EVIDENCE_SIGNING_KEY', {
    about:
      'The Ed25519 private key (JWK) that evidence bundles are signed with. Its `kid` names it and, from the second on, its generation.',
    secret: true,
    check: asPrivateKey,
  }),
  evidenceRetiredKeys: optional(
    json('EVIDENCE_RETIRED_KEYS', {
      about:
        'The public keys (JWK set) that signed before, so that bundles of then are still recognized. They change together with the private key, so they lie in a Secret with it.',
      secret: true,
      check: asKeySet,
    }),
    'there are none',
  ),
  replayConcurrency: integer('REPLAY_CONCURRENCY', {
    about: 'Replays of runs under way at the same time in a process, of different organizations.',
    min: 1,
    max: 64,
    fallback: 1,
  }),
  stagesPerOrganization: integer('STAGES_PER_ORGANIZATION', {
    about: 'Stages of one organization executed at the same time, in all processes.',
    min: 1,
    fallback: 16,
  }),
  stageConcurrency: integer('STAGE_CONCURRENCY', {
    about:
      'Stages executed at the same time in a process, each in a child process of its own; one is kept for other organizations.',
    min: 1,
    max: 64,
    fallback: 2,
  }),
  stageMaxRssBytes: integer('STAGE_MAX_RSS_BYTES', {
    about:
      'The most memory, in bytes, of each child process that executes a stage; `STAGE_CONCURRENCY` of them run at the same time. A stage that needs more is repeated check by check, and a check that still needs more is left out and named in the report.',
    min: mebibytes(256),
    fallback: mebibytes(1024),
  }),
  stageTimeoutMs: integer('STAGE_TIMEOUT_MS', {
    about:
      'The most processor time a stage over one file may take, in milliseconds; a check that needs more is left out and named in the report. Each further file adds a tenth, and the clock ends a process after ten times as long.',
    min: 1_000,
    fallback: 60_000,
  }),
  externalDetectorUrl: optional(
    url('EXTERNAL_DETECTOR_URL', { about: 'Where a detector of others examines files, by HTTP POST.' }),
    'none is asked',
  ),
  externalDetectorSecret: optional(
    text('EXTERNAL_DETECTOR_SECRET', { about: 'The bearer token of that detector.', secret: true }),
    'it is asked without one',
  ),
  externalDetectorCalibrationFile: optional(
    text('EXTERNAL_DETECTOR_CALIBRATION_FILE', {
      about: 'A JSON file of what was measured of that detector; a score is worth nothing without it.',
    }),
    'there may be no such detector',
  ),
  externalDetectorTimeoutMs: integer('EXTERNAL_DETECTOR_TIMEOUT_MS', {
    about: 'The longest that detector may take over a file, in milliseconds.',
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

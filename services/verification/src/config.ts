import { integer, optionalText, readConfig } from '@assay/chassis/config';
import type { ConfigOf, Environment } from '@assay/chassis/config';
import { baseSettings } from '@assay/chassis/process/service-base';
import { addressOf, storageSettings } from '@assay/chassis/process/settings';

export const settings = {
  ...baseSettings,
  ...storageSettings,
  projectsFilesAddress: addressOf('projects-files'),
  billingAddress: addressOf('billing'),
  /** A PEM file of the C2PA signers to trust. Unset: no signer is trusted. */
  c2paTrustListFile: optionalText('C2PA_TRUST_LIST_FILE'),
  /** Stages of one organization executed at the same time, in all processes. */
  stagesPerOrganization: integer('STAGES_PER_ORGANIZATION', { min: 1, fallback: 16 }),
  /** Stages executed at the same time, each in a child process of its own; one is kept for other organizations. */
  stageConcurrency: integer('STAGE_CONCURRENCY', { min: 1, max: 64, fallback: 2 }),
  /** The most memory a stage may take before its process is ended and the run fails. */
  stageMaxRssBytes: integer('STAGE_MAX_RSS_BYTES', { min: 256 * 2 ** 20, fallback: 1024 * 2 ** 20 }),
  /** The longest a stage may take before its process is ended and the run fails. */
  stageTimeoutMs: integer('STAGE_TIMEOUT_MS', { min: 1_000, fallback: 60_000 }),
};
export type Config = ConfigOf<typeof settings>;

export function configFrom(environment: Environment): Config {
  return readConfig(settings, environment);
}

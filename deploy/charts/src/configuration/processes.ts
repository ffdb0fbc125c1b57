import type { Environment, Settings } from '@assay/chassis/config';
import { backupSettings, retentionSettings } from '@assay/chassis/settings/backup';
import type { ProcessName } from '@assay/proto/processes';
import * as billing from '@assay/billing/config';
import * as crowdWebhooks from '@assay/crowd-webhooks/config';
import * as datasets from '@assay/datasets/config';
import * as gateway from '@assay/gateway/config';
import * as identityOrg from '@assay/identity-org/config';
import * as mcp from '@assay/mcp/config';
import * as projectsFiles from '@assay/projects-files/config';
import * as verification from '@assay/verification/config';

/** What a process reads from its environment. */
export interface Configuration {
  readonly settings: Settings;
  /** Reads it as the process itself does. Throws ConfigError. */
  readonly configFrom: (environment: Environment) => unknown;
}

export const configurations: Readonly<Record<ProcessName, Configuration>> = {
  'identity-org': identityOrg,
  'projects-files': projectsFiles,
  datasets,
  verification,
  billing,
  'crowd-webhooks': crowdWebhooks,
  gateway,
  mcp,
};

/** What commands read beside the settings of their process. */
export const commandSettings = {
  backup: { ...backupSettings, ...retentionSettings },
  restore: backupSettings,
} satisfies Readonly<Record<string, Settings>>;
export type CommandName = keyof typeof commandSettings;

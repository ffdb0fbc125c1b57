import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { allNatsPermissions } from '@assay/chassis/events/nats-permissions';
import { runtimeSettings, uploadSettings } from '@assay/chassis/settings/process';
import { stopTimes } from '@assay/chassis/process/stop-times';
import { processes, processNames, servesRpcs } from '@assay/proto/processes';
import { configurationReference } from './configuration/reference.ts';
import { settingsTable } from './configuration/settings-table.ts';
import { dashboards } from './dashboards/dashboards.ts';
import { toGrafana } from './dashboards/panel.ts';
import { infraChart, platformChart, repositoryRoot } from './paths.ts';
import { chartReadme } from './values/readme.ts';
import { valuesSchema } from './values/schema.ts';

/** A file that is made from what the sources say, and committed. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: () => string;
}

export const generatedFiles: readonly GeneratedFile[] = [
  { path: join(platformChart, 'files/processes.json'), content: () => asJson(processTable()) },
  { path: join(infraChart, 'files/nats-users.json'), content: () => asJson(allNatsPermissions()) },
  { path: join(platformChart, 'files/settings.json'), content: () => asJson(settingsTable()) },
  { path: join(platformChart, 'values.schema.json'), content: () => asJson(valuesSchema()) },
  { path: join(platformChart, 'files/stop-times.json'), content: () => asJson(stopTable()) },
  { path: join(platformChart, 'README.md'), content: chartReadme },
  { path: join(repositoryRoot, 'deploy/docs/configuration.md'), content: configurationReference },
  ...dashboards.map((dashboard) => ({
    path: join(platformChart, `files/dashboards/${dashboard.name}.json`),
    content: () => asJson(toGrafana(dashboard)),
  })),
];

/** The files, from the root of the repository, that say anything else than the sources. */
export async function staleFiles(): Promise<readonly string[]> {
  const stale: string[] = [];
  for (const { path, content } of generatedFiles) {
    const committed = await readFile(path, 'utf8').catch(() => undefined);
    if (committed !== content()) stale.push(relative(repositoryRoot, path));
  }
  return stale;
}

/** What the templates need to know of each process. */
function processTable(): unknown {
  const rows = processNames.map((name) => {
    const { listeners, needs } = processes[name];
    return [name, { serves: servesRpcs(name), listeners, needs }];
  });
  return Object.fromEntries(rows);
}

/** From which grace periods follow as `longestStopMs` computes them: defaults, and the times that have no setting. */
function stopTable(): unknown {
  const { refusalMs, ...rest } = stopTimes;
  const { shutdownDelayMs, callDrainTimeoutMs } = runtimeSettings;
  return {
    shutdownDelayMs: Number(shutdownDelayMs.fallback),
    callDrainTimeoutMs: Number(callDrainTimeoutMs.fallback),
    uploadTimeoutMs: Number(uploadSettings.uploadTimeoutMs.fallback),
    refusalMs,
    restMs: Object.values(rest).reduce((sum, ms) => sum + ms, 0),
  };
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

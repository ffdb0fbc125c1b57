import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot, readConfig } from '@assay/local/config';
import { environmentOf } from '@assay/local/platform/environment';
import type { PlatformLayout } from '@assay/local/platform/environment';
import { processes } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';

/** Runs operators' commands of services; resolves to what they printed. */
export type RunCommand = (
  service: ServiceName,
  ...command: readonly [string, ...string[]]
) => Promise<string>;

/** The commands of a platform. `variables` are added to their environment. */
export function createCommands(
  layout: PlatformLayout,
  variables: Readonly<Record<string, string>> = {},
): RunCommand {
  return async (service, name, ...args) => {
    const script = join(projectRoot, processes[service].folder, 'src/commands', `${name}.ts`);
    const env = { ...readConfig().inherited, ...environmentOf(service, layout), ...variables };
    const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=source', script, ...args], {
      env,
    });
    return stdout;
  };
}

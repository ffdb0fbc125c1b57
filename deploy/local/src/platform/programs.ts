import { join } from 'node:path';
import { processes } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { projectRoot } from '../config.ts';
import type { LaunchPlan } from '../processes/process-handle.ts';

/**
 * How the programs of a process are run: `main`, or one of its commands, such as `commands/prepare`. The plan has what the
 * program finds in its environment on top of what it inherits.
 */
export type Programs = (
  name: ProcessName,
  program: string,
  environment: Record<string, string>,
) => LaunchPlan;

/** The sources of the work tree, as `npm start` runs them. */
export const sourcePrograms: Programs = (name, program, environment) => ({
  command: process.execPath,
  args: ['--conditions=source', join(projectRoot, processes[name].folder, 'src', `${program}.ts`)],
  environment,
  workingDirectory: projectRoot,
});

/** Processes that were assembled in folders of their own below one folder, as images carry them. */
export function assembledPrograms(folder: string): Programs {
  return (name, program, environment) => ({
    command: process.execPath,
    args: [join('dist', `${program}.js`)],
    environment,
    workingDirectory: join(folder, name),
  });
}

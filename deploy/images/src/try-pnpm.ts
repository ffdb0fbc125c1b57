import { projectRoot } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';
import type { ChildResult } from '@assay/local/processes/run-child';
import { findPnpm } from '../../local/bootstrap/find-pnpm.mjs';

/** Runs pnpm in the workspace, in the version of the workspace. */
export function tryPnpm(args: readonly string[]): Promise<ChildResult> {
  const [command, ...before] = findPnpm();
  return runChild({
    command,
    args: [...before, ...args],
    workingDirectory: projectRoot,
    output: 'kept',
  });
}

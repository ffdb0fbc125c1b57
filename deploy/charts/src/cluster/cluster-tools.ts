import { readConfig } from '@assay/local/config';
import type { LocalConfig } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';
import { findOnPath } from '@assay/local/servers/find-on-path';
import { goProgram, goPrograms, missingForCharts } from '../tools/go-programs.ts';

/** A program failed; the message is what it said. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

/** Why nothing can be installed here, in a line; undefined where it can, in a cluster that is given or made by kind. */
export function missingForCluster(
  isGiven: boolean,
  { path }: Pick<LocalConfig, 'path'> = readConfig(),
): string | undefined {
  const needed = isGiven ? ['kubectl'] : ['kubectl', 'kind', 'docker'];
  const missing = needed.filter((program) => findOnPath(program, path) === undefined);
  const charts = missingForCharts();
  if (missing.length === 0) return charts;
  const instead = isGiven ? '' : ', or --kubeconfig FILE of a cluster that has the images';
  return `needs ${missing.join(' and ')}${instead}`;
}

/** Runs programs against one cluster. Each resolves to what the program prints and rejects with ToolError. */
export interface ClusterTools {
  readonly kubectl: (...args: string[]) => Promise<string>;
  readonly helm: (...args: string[]) => Promise<string>;
}

export async function clusterTools(kubeconfig: string, namespace: string): Promise<ClusterTools> {
  const helm = await goProgram(goPrograms.helm);
  const common = ['--kubeconfig', kubeconfig, '--namespace', namespace];
  return {
    kubectl: (...args) => runTool('kubectl', ...common, ...args),
    helm: (...args) => runTool(helm, ...common, ...args),
  };
}

export async function runTool(command: string, ...args: string[]): Promise<string> {
  const { exitCode, stdout, output } = await runChild({ command, args, output: 'kept' });
  if (exitCode !== 0) throw new ToolError(output.trim());
  return stdout;
}

import { runChild } from '@assay/local/processes/run-child';
import { releaseName } from '../render.ts';
import { goProgram, goPrograms } from '../tools/go-programs.ts';
import type { ApiServer } from './start-server.ts';

/** Helm's commands for one release in a namespace. Each resolves to what it or the server complained of. */
export interface Helm {
  readonly install: (chart: string, ...args: string[]) => Promise<readonly string[]>;
  readonly upgrade: (chart: string, ...args: string[]) => Promise<readonly string[]>;
  readonly rollback: (revision: number) => Promise<readonly string[]>;
}

// The chart of one workload lies beside the others, and in `assay` by a link.
const linkedChart = 'found symbolic link in path';
// A hook that never ends fails the command.
const patience = ['--timeout', '3m'];

export async function helmIn(server: Pick<ApiServer, 'kubeconfig'>, namespace: string): Promise<Helm> {
  const command = await goProgram(goPrograms.helm);
  const common = ['--kubeconfig', server.kubeconfig, '--namespace', namespace, ...patience];
  const run = async (...args: string[]): Promise<readonly string[]> => {
    const { exitCode, stderr } = await runChild({ command, args: [...args, ...common], output: 'kept' });
    const said = stderr.split('\n').filter((line) => line !== '' && !line.includes(linkedChart));
    return exitCode === 0 || said.length > 0 ? said : [`helm ended with ${exitCode}`];
  };
  return {
    install: (chart, ...args) => run('install', releaseName, chart, ...args),
    upgrade: (chart, ...args) => run('upgrade', releaseName, chart, ...args),
    rollback: (revision) => run('rollback', releaseName, String(revision)),
  };
}

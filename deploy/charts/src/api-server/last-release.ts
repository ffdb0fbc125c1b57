import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '@assay/local/processes/run-child';
import { repositoryRoot } from '../paths.ts';

/** The first state of the charts stands for the last release until there is a tag. */
const firstState = 'c400dca7803ab5d249ef865db3be53281e9ef7eb';

/** The newest tag, or the first state of the charts; undefined where the history is not there, as in a shallow clone. */
export async function lastRelease(): Promise<string | undefined> {
  const tag = await git('describe', '--tags', '--abbrev=0');
  const revision = tag.exitCode === 0 ? tag.stdout.trim() : firstState;
  const { exitCode } = await git('cat-file', '-e', `${revision}^{commit}`);
  return exitCode === 0 ? revision : undefined;
}

export interface ReleasedChart {
  readonly chart: string;
  /** The example of this name, or the least that runs where the release has none. */
  readonly valuesFile: string;
}

/** Puts the charts of a commit into a new folder. The repository is only read. */
export async function releasedChart(
  revision: string,
  folder: string,
  example: string,
): Promise<ReleasedChart> {
  const chart = join(folder, 'charts/assay');
  if (!existsSync(chart)) {
    await mkdir(folder, { recursive: true });
    const archive = join(folder, 'charts.tar');
    const written = await git('archive', '--output', archive, revision, 'charts');
    const { exitCode, stderr } = await runChild({
      command: 'tar',
      args: ['-xf', archive, '-C', folder],
      output: 'kept',
    });
    if (written.exitCode + exitCode > 0)
      throw new Error(`Git could not read the charts of ${revision}: ${written.stderr}${stderr}`);
  }
  const own = join(chart, `ci/${example}.yaml`);
  return { chart, valuesFile: existsSync(own) ? own : join(chart, 'ci/minimal.yaml') };
}

function git(...args: string[]) {
  return runChild({ command: 'git', args, workingDirectory: repositoryRoot, output: 'kept' });
}

import { projectRoot } from '@assay/local/config';
import { runChild } from '@assay/local/processes/run-child';
import { processNames } from '@assay/proto/processes';

/** Stands for the last release until there is a tag. */
const beforeTheFirst = '098acd2';

const number = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);
const outlastMs = 1_000 * number('UPGRADE_OUTLAST_SECONDS', 30);
const only = process.env['UPGRADE_ONLY']?.split(',');

/** How much of the test is done; a full run takes some ten minutes on a quiet machine. */
export const scale = {
  /** `UPGRADE_REPLICAS`: of every process in every role. */
  replicas: number('UPGRADE_REPLICAS', 2),
  /** `UPGRADE_RATE`: operations per second, of all clients. */
  perSecond: number('UPGRADE_RATE', 50),
  /** `UPGRADE_RUNS`: queued before the processes are replaced, half of them each way. */
  runs: number('UPGRADE_RUNS', 100),
  /** `UPGRADE_OUTLAST_SECONDS`: how much longer uploads go on than SIGTERM of the processes they pass. */
  outlastMs,
  /** The same for gateways that cut uploads ten seconds after SIGTERM. */
  cutOutlastMs: 4_000,
  /** From SIGTERM to SIGKILL. */
  graceMs: outlastMs + 60_000,
  /** `UPGRADE_PRE_STOP_SECONDS`: between being found by nobody and SIGTERM. */
  preStopMs: 1_000 * number('UPGRADE_PRE_STOP_SECONDS', 5),
  /** `UPGRADE_ONLY`: the processes that are replaced, separated by commas. */
  replaced: processNames.filter((name) => only?.includes(name) ?? true),
};

/** `UPGRADE_FROM`, or the newest tag. */
export async function lastRelease(): Promise<string> {
  const given = process.env['UPGRADE_FROM'];
  if (given !== undefined) return given;
  const { exitCode, output } = await runChild({
    command: 'git',
    args: ['describe', '--tags', '--abbrev=0'],
    output: 'kept',
    workingDirectory: projectRoot,
    environment: {},
  });
  return exitCode === 0 ? output.trim() : beforeTheFirst;
}

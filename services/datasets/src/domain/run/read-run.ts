import type { CallContext } from '@assay/chassis/call-context';
import { notFound } from '@assay/chassis/errors';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import { toCanceledRun, toVersionRun } from '../job/record-run.ts';
import { isOpen } from './run.ts';
import type { ReadRun, Run, RunFilter, RunItem } from './run.ts';

type ReadDeps = Pick<Deps, 'runs' | 'versions'>;

/** Selects a run. With `isLanguageTechnology`, only runs of language-technology pipelines are found. */
export interface RunName {
  readonly runId: string;
  readonly isLanguageTechnology?: true | undefined;
}

/** Reads a run. NOT_FOUND for an unknown one, or one of another organization. */
export async function getRun(
  deps: ReadDeps,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  { runId, isLanguageTechnology }: RunName,
): Promise<ReadRun> {
  const run = await deps.runs.find(organizationId, runId);
  if (run === undefined || (isLanguageTechnology === true && !run.isLanguageTechnology))
    throw notFound('run');
  return readRun(deps, run);
}

/** Lists runs, newest first. */
export async function listRuns(
  deps: ReadDeps,
  { organizationId }: Pick<CallContext, 'organizationId'>,
  { page, ...filter }: RunFilter & { readonly page: Page },
): Promise<PageOf<ReadRun>> {
  const { items, ...facts } = await deps.runs.list(organizationId, filter, page);
  return { items: await Promise.all(items.map((run) => readRun(deps, run))), ...facts };
}

/** Adds the progress of a run. Until a job has ended, its run is read from the version that the job creates. */
async function readRun({ versions }: ReadDeps, run: Run): Promise<ReadRun> {
  if (run.versionId === undefined) return readFileRun(run);
  if (!isOpen(run)) return { ...run, progress: undefined };
  const version = await versions.findAnywhere(run.organizationId, run.versionId);
  if (version === undefined) return { ...toCanceledRun(run, undefined), progress: undefined };
  const present = toVersionRun(version);
  const { doneFiles: done, source } = version;
  return { ...present, progress: isOpen(present) ? { done, total: source?.fileCount ?? 0 } : undefined };
}

/** The files that had no result when a run ended have failed with it. */
function readFileRun(run: Run): ReadRun {
  const { items, error } = run;
  const done = items.filter((item) => !isOpen(item)).length;
  if (isOpen(run)) return { ...run, progress: { done, total: items.length } };
  const end = (item: RunItem): RunItem =>
    isOpen(item) ? { ...item, status: 'failed', ...(error !== undefined && { error }) } : item;
  return { ...run, items: items.map(end), progress: undefined };
}

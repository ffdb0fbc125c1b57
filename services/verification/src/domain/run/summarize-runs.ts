import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import type { Run, RunTally } from './run.ts';

/** The runs of one pipeline in one project. */
export interface PipelineRuns {
  readonly pipelineSlug: string;
  readonly totalRuns: number;
  readonly completed: number;
  readonly verdictSummary: Readonly<Record<string, number>>;
  /** The newest ones, without stages. */
  readonly runs: readonly Run[];
}

/** The number of runs that are shown of each pipeline. */
const newest = 200;

/** The runs of a project by pipeline, in the order of the slugs. */
export async function summarizeRuns(
  { runs }: Pick<Deps, 'runs'>,
  { organizationId }: CallContext,
  projectId: string,
): Promise<readonly PipelineRuns[]> {
  const tallies = Object.groupBy(
    await runs.tally(organizationId, projectId),
    ({ pipelineSlug }) => pipelineSlug,
  );
  const summaries: PipelineRuns[] = [];
  for (const [pipelineSlug, tally = []] of Object.entries(tallies).sort()) {
    const page = { limit: newest, offset: 0, cursor: '' };
    const { items } = await runs.list(organizationId, { projectId, pipelineSlug }, page);
    summaries.push({ pipelineSlug, ...sumUp(tally), runs: items });
  }
  return summaries;
}

function sumUp(tally: readonly RunTally[]): Omit<PipelineRuns, 'pipelineSlug' | 'runs'> {
  const verdictSummary: Record<string, number> = {};
  let totalRuns = 0;
  let completed = 0;
  for (const { status, verdict, count } of tally) {
    totalRuns += count;
    if (status !== 'completed') continue;
    completed += count;
    if (typeof verdict === 'string') verdictSummary[verdict] = (verdictSummary[verdict] ?? 0) + count;
  }
  return { totalRuns, completed, verdictSummary };
}

import type { CallContext } from '@assay/chassis/call-context';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { Deps } from '../../deps.ts';
import type { File } from '../file/file.ts';
import { findProject } from '../project/get-project.ts';
import { enrichmentRunOf, isOver } from './pipeline-run.ts';
import type { PipelineRun, PipelineRunFilter } from './pipeline-run.ts';

/** The runs over the files of a project, newest first. NOT_FOUND for an unknown project. */
export async function listPipelineRuns(
  deps: Pick<Deps, 'projects' | 'files' | 'pipelineRuns'>,
  call: CallContext,
  { filter, page }: { readonly filter: PipelineRunFilter; readonly page: Page },
): Promise<PageOf<PipelineRun>> {
  const { organizationId } = call;
  await findProject(deps, call, filter.projectId);
  const { items, ...facts } = await deps.pipelineRuns.list(organizationId, filter, page);
  const fileIds = [...new Set(items.filter(isEnrichmentUnderWay).map(({ fileId }) => fileId))];
  if (fileIds.length === 0) return { items, ...facts };
  const files = await deps.files.findMany(organizationId, filter.projectId, fileIds);
  const byId = new Map(files.map((file) => [file.id, file]));
  return { items: items.map((run) => asItStands(run, byId.get(run.fileId))), ...facts };
}

function isEnrichmentUnderWay(run: PipelineRun): boolean {
  return run.jobId === undefined && !isOver(run);
}

/** The file says how far its enrichment has come. */
function asItStands(run: PipelineRun, file: File | undefined): PipelineRun {
  if (!isEnrichmentUnderWay(run)) return run;
  if (file === undefined) return { ...run, status: 'failed', error: 'the file was deleted' };
  const current = enrichmentRunOf(file);
  return current?.id === run.id ? current : run;
}

import type { CallContext } from '@assay/chassis/call-context';
import { readPage } from '@assay/chassis/pagination';
import type { ListRunsRequest, ListRunsResponse } from '@assay/proto/runs/v1/runs_service';
import type { Deps } from '../deps.ts';
import { fromRunStatus, toRunMessage } from './run-message.ts';

export async function listRuns(
  { runs, projects }: Pick<Deps, 'runs' | 'projects'>,
  call: CallContext,
  request: ListRunsRequest,
): Promise<ListRunsResponse> {
  const page = readPage(request);
  const { projectId, pipelineSlug } = request;
  await projects.getProject(call, { projectId });
  const filter = {
    projectId,
    status: fromRunStatus(request.status),
    pipelineSlug: pipelineSlug === '' ? undefined : pipelineSlug,
  };
  const { items, total } = await runs.list(call.organizationId, filter, page);
  return { runs: items.map(toRunMessage), total };
}

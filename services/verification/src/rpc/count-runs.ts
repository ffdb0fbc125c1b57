import type { CallContext } from '@assay/chassis/call-context';
import type { CountRunsRequest, CountRunsResponse } from '@assay/proto/runs/v1/runs_service';
import type { Deps } from '../deps.ts';

export async function countRuns(
  { runs }: Pick<Deps, 'runs'>,
  call: CallContext,
  { projectId }: CountRunsRequest,
): Promise<CountRunsResponse> {
  return { runCount: await runs.count(call.organizationId, projectId) };
}

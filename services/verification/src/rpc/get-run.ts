import type { CallContext } from '@assay/chassis/call-context';
import type { GetRunRequest, GetRunResponse } from '@assay/proto/runs/v1/runs_service';
import type { Deps } from '../deps.ts';
import { findRun } from './find-run.ts';
import { toRunMessage } from './run-message.ts';

export async function getRun(
  deps: Pick<Deps, 'runs'>,
  call: CallContext,
  request: GetRunRequest,
): Promise<GetRunResponse> {
  return { run: toRunMessage(await findRun(deps, call, request)) };
}

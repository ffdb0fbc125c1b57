import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { PageOf } from '@assay/chassis/pagination';
import { PipelineRunStatus } from '@assay/proto/files/v1/pipeline_run';
import type { PipelineRun as PipelineRunMessage } from '@assay/proto/files/v1/pipeline_run';
import type {
  ListPipelineRunsRequest,
  ListPipelineRunsResponse,
  RecordPipelineRunsRequest,
} from '@assay/proto/files/v1/pipeline_runs_service';
import { toProgressMessage } from './file-message.ts';
import type { StartedRun } from '../domain/pipeline-run/record-pipeline-runs.ts';
import type { PipelineRun, PipelineRunFilter } from '../domain/pipeline-run/pipeline-run.ts';

const statuses = createEnumCodec(PipelineRunStatus);

export function toPipelineRunMessage(run: PipelineRun): PipelineRunMessage {
  return { ...run, status: statuses.toMessage(run.status), progress: toProgressMessage(run.progress) };
}

export function toListPipelineRunsResponse({
  items,
  ...facts
}: PageOf<PipelineRun>): ListPipelineRunsResponse {
  return { pipelineRuns: items.map(toPipelineRunMessage), ...facts };
}

export function readPipelineRunFilter({ projectId, fileId }: ListPipelineRunsRequest): PipelineRunFilter {
  return { projectId, fileId: fileId === '' ? undefined : fileId };
}

export function readStartedRuns(
  organizationId: string,
  { projectId, runs }: RecordPipelineRunsRequest,
): readonly StartedRun[] {
  return runs.map(({ createdAt = new Date(), ...run }) => ({ ...run, organizationId, projectId, createdAt }));
}

import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import { DataPlatformRunStatus } from '@assay/proto/dataplatform/v1/data_platform_run';
import type { DataPlatformRun, DataPlatformRunItem } from '@assay/proto/dataplatform/v1/data_platform_run';
import type { ListRunsRequest } from '@assay/proto/dataplatform/v1/data_platform_service';
import type { Page, PageOf } from '@assay/chassis/pagination';
import type { ReadRun, RunFilter, RunItem } from '../domain/run/run.ts';
import { modes, targetTypes } from './pipeline-message.ts';

const statuses = createEnumCodec(DataPlatformRunStatus);

export function toRunMessage({
  isLanguageTechnology: _text,
  createdBy: _by,
  ...run
}: ReadRun): DataPlatformRun {
  const { organizationId: _organization, counts, mode, startedAt, ...fields } = run;
  return {
    ...fields,
    targetType: targetTypes.toMessage(run.targetType),
    mode: mode && modes.toMessage(mode),
    status: statuses.toMessage(run.status),
    counts: counts && { ...counts, removed: { ...counts.removed }, skipped: { ...counts.skipped } },
    items: run.items.map(toItemMessage),
    startedAt,
  };
}

function toItemMessage({ fileId, status, resultFileId, result, error }: RunItem): DataPlatformRunItem {
  return { fileId, resultFileId, error, status: statuses.toMessage(status), result: result && { ...result } };
}

export function toListRunsResponse({ items, total, totalIsExact, nextCursor }: PageOf<ReadRun>) {
  return { runs: items.map(toRunMessage), total, totalIsExact, nextCursor };
}

/** Reads the conditions and the page of a list of runs. */
export function readRunFilter(request: ListRunsRequest): RunFilter & { readonly page: Page } {
  const { targetType, datasetId, projectId, status, ...page } = request;
  return {
    targetType: targetTypes.read('targetType', targetType),
    datasetId: datasetId || undefined,
    projectId: projectId || undefined,
    status: statuses.read('status', status),
    page,
  };
}

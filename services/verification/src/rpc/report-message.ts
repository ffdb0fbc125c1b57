import { Buffer } from 'node:buffer';
import type { Artifact } from '@assay/proto/runs/v1/run';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import type { GetReportResponse } from '@assay/proto/runs/v1/runs_service';
import type * as domain from '../domain/run/get-report.ts';
import type { LinkedArtifact } from '../domain/run/list-artifacts.ts';

const formats = {
  html: ReportFormat.HTML,
  pdf: ReportFormat.PDF,
  md: ReportFormat.MD,
  json: ReportFormat.JSON,
} as const satisfies Record<domain.ReportFormat, ReportFormat>;

/** Undefined for a format that is not one of these. */
export function fromReportFormat(format: ReportFormat): domain.ReportFormat | undefined {
  const found = Object.entries(formats).find(([, message]) => message === format);
  return found?.[0] as domain.ReportFormat | undefined;
}

export function toReportMessage({ bytes, contentType }: domain.ReportDocument): GetReportResponse {
  return { content: Buffer.from(bytes), contentType };
}

export function toArtifactMessage(artifact: LinkedArtifact): Artifact {
  const { id, stageSlug, type, mimeType, url, width, height, legend, sha256 } = artifact;
  return { id, stageSlug, type, mimeType, url, width, height, legend, sha256 };
}

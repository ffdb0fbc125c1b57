import { Buffer } from 'node:buffer';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { Artifact } from '@assay/proto/runs/v1/run';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import type { GetReportResponse } from '@assay/proto/runs/v1/runs_service';
import type { ReportDocument } from '../report/stored/get-report.ts';
import type { LinkedArtifact } from '../domain/run/list-artifacts.ts';

export const reportFormats = createEnumCodec(ReportFormat);

export function toReportMessage({ bytes, contentType }: ReportDocument): GetReportResponse {
  return { content: Buffer.from(bytes), contentType };
}

export function toArtifactMessage(artifact: LinkedArtifact): Artifact {
  const { id, stageSlug, type, mimeType, url, width, height, legend, sha256 } = artifact;
  return { id, stageSlug, type, mimeType, url, width, height, legend, sha256 };
}

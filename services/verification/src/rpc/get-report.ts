import { Buffer } from 'node:buffer';
import { buffer } from 'node:stream/consumers';
import type { CallContext } from '@assay/chassis/call-context';
import { DomainError, invalidField } from '@assay/chassis/errors';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import type { GetReportRequest, GetReportResponse } from '@assay/proto/runs/v1/runs_service';
import type { Deps } from '../deps.ts';
import type { Run } from '../domain/run.ts';
import { renderHtmlReport } from '../report/html.ts';
import { renderJsonReport } from '../report/json.ts';
import { renderMarkdownReport } from '../report/markdown.ts';
import type { ReportInput } from '../report/report-input.ts';
import { conclusionOf } from '../stages/findings.ts';
import { reportInput } from '../stages/report-input-of-run.ts';
import { findRun } from './find-run.ts';

const noPictures: ReadonlyMap<string, Uint8Array> = new Map();

export async function getReport(
  deps: Pick<Deps, 'runs' | 'storage'>,
  call: CallContext,
  request: GetReportRequest,
): Promise<GetReportResponse> {
  const run = await findRun(deps, call, request);
  switch (request.format) {
    case ReportFormat.HTML:
      return document('text/html', renderHtmlReport(inputOf(run, await readPictures(deps, run))));
    case ReportFormat.MARKDOWN:
      return document('text/markdown', renderMarkdownReport(inputOf(run, noPictures)));
    case ReportFormat.JSON:
      return document('application/json', renderJsonReport(inputOf(run, noPictures)));
    case ReportFormat.UNSPECIFIED:
    case ReportFormat.UNRECOGNIZED:
      throw invalidField('format', 'format must be html, md or json');
  }
}

function inputOf(run: Run, pictures: ReadonlyMap<string, Uint8Array>): ReportInput {
  const concluded = conclusionOf(run);
  if (run.completedAt === null || concluded === undefined) {
    throw new DomainError('FAILED_PRECONDITION', 'RUN_NOT_COMPLETED', 'the run has no report yet', {
      details: { state: run.status, allowed: ['completed'] },
    });
  }
  return reportInput(run, { concluded, completedAt: run.completedAt, pictures });
}

async function readPictures(
  { storage }: Pick<Deps, 'storage'>,
  run: Run,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const keys = run.stages.flatMap(({ artifacts }) => artifacts.map(({ storageKey }) => storageKey));
  return new Map(
    await Promise.all(keys.map(async (key) => [key, await buffer(await storage.get(key))] as const)),
  );
}

function document(mediaType: string, text: string): GetReportResponse {
  return { content: Buffer.from(text, 'utf8'), contentType: `${mediaType}; charset=utf-8` };
}

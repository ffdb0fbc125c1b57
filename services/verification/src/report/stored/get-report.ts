import { buffer } from 'node:stream/consumers';
import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../deps.ts';
import { gatherReportInput } from '../gather-report-input.ts';
import { renderHtmlReport } from '../html.ts';
import { renderJsonReport } from '../json.ts';
import { renderMarkdownReport } from '../markdown.ts';
import type { ReportContent } from '../report-content.ts';
import type { ReportInput } from '../report-input.ts';
import { writeContent } from '../write-content.ts';
import { concludedRun } from '../../domain/run/concluded-run.ts';
import { getRun } from '../../domain/run/get-run.ts';
import type { RunRef } from '../../domain/run/get-run.ts';
import type { Run } from '../../domain/run/run.ts';

export type ReportFormat = 'html' | 'pdf' | 'md' | 'json';

export interface ReportDocument {
  /** Texts are in UTF-8. */
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

type GetReportDeps = Pick<Deps, 'runs' | 'storage' | 'pdfWriter'>;

/** The report of a completed run. FAILED_PRECONDITION with reason RUN_NOT_COMPLETED before that; UNAVAILABLE when a PDF cannot be written now. */
export async function getReport(
  deps: GetReportDeps,
  call: CallContext,
  { format, ...ref }: RunRef & { readonly format: ReportFormat },
): Promise<ReportDocument> {
  const run = await getRun(deps, call, ref);
  switch (format) {
    case 'html':
      return text('text/html', renderHtmlReport(await illustrated(deps, run)));
    case 'pdf': {
      const bytes = await deps.pdfWriter.write(await illustrated(deps, run), call.signal);
      return { bytes, contentType: 'application/pdf' };
    }
    case 'md':
      return text('text/markdown', renderMarkdownReport(writeContent(inputOf(run))));
    case 'json':
      return text('application/json', renderJsonReport(inputOf(run)));
  }
}

function text(mediaType: string, written: string): ReportDocument {
  return { bytes: Buffer.from(written, 'utf8'), contentType: `${mediaType}; charset=utf-8` };
}

async function illustrated(deps: GetReportDeps, run: Run): Promise<ReportContent> {
  return writeContent(inputOf(run, await readPictures(deps, run)));
}

function inputOf(run: Run, pictures: ReadonlyMap<string, Uint8Array> = new Map()): ReportInput {
  const { concluded, completedAt } = concludedRun(run, 'the run has no report yet');
  return gatherReportInput(run, { concluded, completedAt, pictures });
}

async function readPictures({ storage }: GetReportDeps, run: Run): Promise<ReadonlyMap<string, Uint8Array>> {
  const keys = run.stages.flatMap(({ artifacts }) => artifacts.map(({ storageKey }) => storageKey));
  return new Map(
    await Promise.all(keys.map(async (key) => [key, await buffer(await storage.get(key))] as const)),
  );
}

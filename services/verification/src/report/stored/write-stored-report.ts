import type { WriteStoredReport } from '../../domain/run/stored-report.ts';
import { findingsOf } from '../../domain/stage/records/findings.ts';
import { gatherReportInput } from '../gather-report-input.ts';
import { renderMarkdownReport } from '../markdown.ts';
import { writeHeadline } from '../words/headline.ts';
import { writeContent } from '../write-content.ts';

export const writeStoredReport: WriteStoredReport = (run, { concluded, claims }, completedAt) => {
  const input = gatherReportInput(run, { concluded, judged: claims, completedAt, pictures: new Map() });
  const { title: headline } = writeHeadline({
    conclusion: concluded,
    judged: claims,
    files: run.files,
    results: findingsOf(run),
  });
  return { headline, report: renderMarkdownReport(writeContent(input)) };
};

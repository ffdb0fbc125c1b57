import { rawHtml, renderHtml } from '@assay/chassis/html';
import { html } from './escape.ts';
import { factsSection } from './html-facts.ts';
import {
  claimsSection,
  errorRateSection,
  evidenceSections,
  heroSection,
  neutralSection,
  notCheckedSection,
  scorecardSection,
  summarySection,
} from './html-sections.ts';
import { pageStyle } from './page-style.ts';
import type { ReportInput } from './report-input.ts';
import { verdictWords, formatTime } from './wording.ts';

/** Should something slip through escaping, the page still runs no script and fetches nothing. */
const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/**
 * The report as one self-contained HTML page (UTF-8): pictures inlined, no script, no request. Order: verdict, evidence for,
 * against, what could not be checked, how often such a verdict was wrong, then details.
 */
export function renderHtmlReport(input: ReportInput): string {
  const { run, conclusion, files } = input;
  const title = `${verdictWords[conclusion.verdict].title}: ${files[0]?.name ?? run.id}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${rawHtml(policy)}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${rawHtml(pageStyle)}</style>
</head>
<body class="tone-${conclusion.verdict}">
<main>
<div class="mast"><b>Assay verification report</b><span>${run.pipelineName}, ${formatTime(run.completedAt)}</span></div>
<div class="sheet">
${heroSection(input)}
${summarySection(input)}
${claimsSection(input)}
${evidenceSections(input)}
${notCheckedSection(input)}
${errorRateSection(input)}
${scorecardSection(input)}
${neutralSection(input)}
${factsSection(input)}
</div>
<footer>This report states what was found in the file itself. It does not judge whether what the picture or recording shows is true.</footer>
</main>
</body>
</html>
`;
  return renderHtml(page);
}

import { rawHtml, renderHtml } from '@assay/chassis/http/html';
import { html } from './escape.ts';
import { heroSection, sectionOf } from './html-blocks.ts';
import { pageStyle } from './page-style.ts';
import { mast } from './report-content.ts';
import type { ReportContent } from './report-content.ts';

/** Should something slip through escaping, the page still runs no script and fetches nothing. */
const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The report as one self-contained HTML page (UTF-8): pictures inlined, no script, no request. */
export function renderHtmlReport(content: ReportContent): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${rawHtml(policy)}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${content.title}</title>
<style>${rawHtml(pageStyle)}</style>
</head>
<body class="tone-${content.verdict}">
<main>
<div class="mast"><b>${mast}</b><span>${content.about}</span></div>
<div class="sheet">
${heroSection(content)}
${content.sections.map(sectionOf)}
</div>
<footer>${content.closing}</footer>
</main>
</body>
</html>
`;
  return renderHtml(page);
}

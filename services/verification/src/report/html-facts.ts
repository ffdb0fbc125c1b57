import type { Html } from '@assay/chassis/html';
import { html } from './escape.ts';
import { definitionRows, section } from './html-parts.ts';
import type { ReportCheck, ReportFile, ReportInput } from './report-input.ts';
import { checkTitle } from './check-titles.ts';
import { formatBytes, formatTime, percent } from './wording.ts';

/** Facts a second laboratory needs to identify the files and repeat the examination. */
export function factsSection({ run, files, claims, stages, conclusion }: ReportInput): Html {
  const rows: (readonly [string, string])[] = [
    ...files.flatMap(fileRows),
    ...claims.map(({ key, value }) => [`Claim: ${key.replace(/_/g, ' ')}`, value] as const),
    ['Examination', `${run.pipelineName} (${run.pipelineSlug})`],
    ['Run', run.id],
    ['Started', formatTime(run.startedAt)],
    ['Completed', formatTime(run.completedAt)],
    ['Prior probability', `${percent(conclusion.prior)} before anything was examined`],
  ];
  const checks = stages.flatMap((stage) => stage.checks);
  return section('facts', 'Facts and reproducibility', html`${definitionRows(rows)}${checkTable(checks)}`);
}

function fileRows({
  name,
  mimeType,
  sizeBytes,
  dimensions,
  sha256,
}: ReportFile): (readonly [string, string])[] {
  const size =
    dimensions === null ? '' : `, ${String(dimensions.width)} × ${String(dimensions.height)} pixels`;
  return [
    ['File', name],
    ['Type and size', `${mimeType}, ${formatBytes(sizeBytes)}${size}`],
    ['SHA-256', sha256],
  ];
}

function checkTable(checks: readonly ReportCheck[]): Html | undefined {
  if (checks.length === 0) return undefined;
  const head = html`<tr><th scope="col">Check</th><th scope="col">Version</th><th scope="col">log₁₀ LR: manipulated</th><th scope="col">generated</th><th scope="col">authentic</th><th scope="col">Parameters</th></tr>`;
  return html`<details><summary>Every check with its version, likelihood ratios and parameters</summary><div class="scroll"><table><thead>${head}</thead><tbody>${checks.map(checkRow)}</tbody></table></div></details>`;
}

function checkRow(check: ReportCheck): Html {
  const ratio = (llr: number): string => (check.applicability.applicable ? llr.toFixed(2) : '–');
  const calibrated =
    check.calibration == null
      ? ''
      : `measured on ${String(check.calibration.innocentScenes)} innocent scenes; `;
  const parameters = Object.entries(check.parameters).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  const cells = [
    check.version,
    ratio(check.llrManipulated),
    ratio(check.llrSynthetic),
    ratio(check.llrAuthentic),
  ];
  return html`<tr><td>${checkTitle(check.check)}</td>${cells.map((cell) => html`<td>${cell}</td>`)}<td class="wide"><code>${calibrated + parameters.join(', ')}</code></td></tr>`;
}

import { checkTitle } from '@assay/checks/words/check-titles';
import type { ReportBlock, ReportRow, ReportSection } from './report-content.ts';
import type { ReportCheck, ReportFile, ReportInput } from './report-input.ts';
import { formatBytes, formatTime, percent } from './words/wording.ts';

/** Facts a second laboratory needs to identify the files and repeat the examination. */
export function factsSection({ run, files, claims, stages, conclusion }: ReportInput): ReportSection {
  const rows: ReportRow[] = [
    ...files.flatMap(fileRows),
    ...claims.map(({ key, value }) => [`Claim: ${key.replace(/_/g, ' ')}`, value] as const),
    ['Examination', `${run.pipelineName} (${run.pipelineSlug})`],
    ['Run', run.id],
    ['Started', formatTime(run.startedAt)],
    ['Completed', formatTime(run.completedAt)],
    ['Prior probability', `${percent(conclusion.prior)} before anything was examined`],
  ];
  const checks = stages.flatMap((stage) => stage.checks);
  return {
    id: 'facts',
    title: 'Facts and reproducibility',
    blocks: [{ kind: 'rows', rows }, ...checkTable(checks)],
  };
}

function fileRows({ name, mimeType, sizeBytes, dimensions, embedded, sha256 }: ReportFile): ReportRow[] {
  const size =
    dimensions === null ? '' : `, ${String(dimensions.width)} × ${String(dimensions.height)} pixels`;
  return [
    ['File', name],
    ['Type and size', `${mimeType}, ${formatBytes(sizeBytes)}${size}`],
    ...(embedded === null ? [] : [['Also in the file', embedded] as const]),
    ['SHA-256', sha256],
  ];
}

function checkTable(checks: readonly ReportCheck[]): ReportBlock[] {
  if (checks.length === 0) return [];
  const head = ['Check', 'Version', 'log₁₀ LR: manipulated', 'generated', 'authentic', 'Parameters'];
  const summary = 'Every check with its version, likelihood ratios and parameters';
  return [{ kind: 'folded', summary, blocks: [{ kind: 'table', head, rows: checks.map(checkRow) }] }];
}

function checkRow(check: ReportCheck): readonly string[] {
  const ratio = (llr: number): string => (check.applicability.applicable ? llr.toFixed(2) : '–');
  const calibrated =
    check.calibration == null
      ? ''
      : `measured on ${String(check.calibration.innocentScenes)} innocent scenes; `;
  const parameters = Object.entries(check.parameters).map(
    ([name, value]) => `${name}=${JSON.stringify(value)}`,
  );
  return [
    checkTitle(check.check),
    check.version,
    ratio(check.llrManipulated),
    ratio(check.llrSynthetic),
    ratio(check.llrAuthentic),
    calibrated + parameters.join(', '),
  ];
}

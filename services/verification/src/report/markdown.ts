import type { Evidence } from '../domain/fusion/conclusion.ts';
import type { ReportInput } from './report-input.ts';

/**
 * The report as Markdown: verdict and what it rests on, evidence for, evidence against, what could not be checked and
 * why, then what every check found. Text from files is escaped, so that a file's name cannot write into the report.
 */
export function markdownReport(input: ReportInput): string {
  const { conclusion } = input;
  return [
    `# ${escape(input.file.name)}: ${conclusion.verdict}`,
    `**${percent(conclusion.confidence)} confidence.** ${escape(conclusion.explanation)}`,
    evidence('What speaks for it', conclusion.strongest.for),
    evidence('What speaks against it', conclusion.strongest.against),
    list(
      'What could not be checked',
      conclusion.notChecked.map(({ check, reason }) => `${check}: ${escape(reason)}`),
    ),
    list('Scorecard (1 speaks for the file)', Object.entries(conclusion.scorecard).map(score)),
    ...input.stages.flatMap(({ name, checks }) => [
      list(
        name,
        checks.map(({ check, statement }) => `**${check}** ${escape(statement)}`),
      ),
    ]),
    facts(input),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function evidence(title: string, found: readonly Evidence[]): string {
  return list(
    title,
    found.map(({ check, statement, verbal }) => `${escape(statement)} (${check}, ${verbal} support)`),
  );
}

function score([criterion, value]: [string, number]): string {
  return `${criterion.replaceAll('_', ' ')}: ${value.toFixed(2)}`;
}

function facts({ runId, pipelineSlug, startedAt, completedAt, file }: ReportInput): string {
  return list('Facts', [
    `Run ${runId} of ${pipelineSlug}, ${startedAt.toISOString()} to ${completedAt.toISOString()}`,
    `${file.mimeType}, ${file.sizeBytes} bytes, SHA-256 ${file.sha256}`,
  ]);
}

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `## ${title}\n\n${items.map((item) => `- ${item}`).join('\n')}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function escape(text: string): string {
  return text.replace(/[\r\n]+/gu, ' ').replace(/[\\`*_{}[\]<>#|!~]/gu, '\\$&');
}

import { escapeMarkdown as text } from './escape.ts';
import type { EvidenceCard } from './evidence-cards.ts';
import { sortEvidence } from './evidence-cards.ts';
import type { ReportInput } from './report-input.ts';
import { checkTitle } from './check-titles.ts';
import { claimRows, claimsTitle } from './claim-rows.ts';
import { errorRateSentence } from './error-rate.ts';
import { changeRow } from './searched-changes.ts';
import {
  decisiveSentence,
  scoreLegend,
  slightTitle,
  confidenceSentence,
  criterionTitle,
  formatBytes,
  formatTime,
  shownScores,
  wordsOf,
  percent,
  restsOnWhatIsAgainst,
  ratioSentence,
  supportTitle,
} from './wording.ts';

/** The report as CommonMark with tables, without pictures. Order: verdict, for, against, not checked, how often wrong. */
export function renderMarkdownReport(input: ReportInput): string {
  const words = wordsOf(input.conclusion);
  const evidence = sortEvidence(input);
  const sides = [
    evidenceSection(words.forTitle, evidence.for),
    evidenceSection(words.againstTitle, evidence.against),
  ];
  const sections = [
    `# ${words.title}\n\n${words.meaning}\n\n**${text(confidenceSentence(input.conclusion))}**\n\n${text(input.conclusion.explanation)}${decisive(input)}`,
    claimVerdicts(input),
    ...(restsOnWhatIsAgainst(input.conclusion.verdict) ? sides.toReversed() : sides),
    notChecked(input),
    errorRate(input),
    scorecard(input),
    neutral(input),
    facts(input),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function decisive({ conclusion }: ReportInput): string {
  const hangsOn = decisiveSentence(conclusion);
  return hangsOn === undefined ? '' : `\n\n${text(hangsOn)}`;
}

function claimVerdicts(input: ReportInput): string {
  const items = claimRows(input).map(([claim, words]) => `- ${text(claim)}: ${text(words)}`);
  return items.length === 0 ? '' : `## ${claimsTitle}\n\n${items.join('\n')}`;
}

function evidenceSection(title: string, cards: readonly EvidenceCard[]): string {
  if (cards.length === 0) return `## ${title}\n\nNothing that carries weight.`;
  const items = cards.map(({ evidence, check }) => {
    const limits = (check?.limits ?? []).map((limit) => `\n  - Limit: ${text(limit)}`).join('');
    const strength =
      evidence.verbal === 'none'
        ? `${slightTitle}.`
        : `${supportTitle(evidence.verbal)}. ${ratioSentence(evidence, check?.calibration ?? null)}`;
    return `- **${text(evidence.statement)}** ${strength} (${text(checkTitle(evidence.check))})${limits}`;
  });
  return `## ${title}\n\n${items.join('\n')}`;
}

function notChecked({ conclusion }: ReportInput): string {
  const searches = conclusion.changes.map(changeRow);
  const checks = conclusion.notChecked.map(({ check, reason }) => [checkTitle(check), reason] as const);
  const items = [...searches, ...checks].map(([name, words]) => `- ${text(name)}: ${text(words)}`);
  const all = checks.length === 0 ? '\n\nEvery planned check could be carried out.' : '';
  return `## What was looked for, and what could not be checked\n\n${items.join('\n')}${all}`;
}

function errorRate({ errorRate: rate }: ReportInput): string {
  return rate === null ? '' : `## How often this verdict was wrong\n\n${text(errorRateSentence(rate))}`;
}

function scorecard({ conclusion }: ReportInput): string {
  const rows = shownScores(conclusion).map(
    ([key, value]) =>
      `| ${text(criterionTitle(key))} | ${key === 'coverage' ? percent(value) : value.toFixed(2)} |`,
  );
  return `## Scorecard\n\n${scoreLegend}\n\n| Criterion | Score |\n| --- | ---: |\n${rows.join('\n')}`;
}

function neutral(input: ReportInput): string {
  const items = sortEvidence(input).neutral.map(
    ({ check, statement }) => `- ${text(checkTitle(check))}: ${text(statement)}`,
  );
  return items.length === 0 ? '' : `## Also checked, without weight for this verdict\n\n${items.join('\n')}`;
}

function facts({ run, files, claims, stages, conclusion }: ReportInput): string {
  const checks = stages.flatMap((stage) => stage.checks).map(({ check, version }) => `${check} ${version}`);
  const rows: [string, string][] = [
    ...files.flatMap((file): [string, string][] => [
      ['File', file.name],
      ['Type and size', `${file.mimeType}, ${formatBytes(file.sizeBytes)}`],
      ...(file.dimensions === null
        ? []
        : [
            ['Dimensions', `${String(file.dimensions.width)} × ${String(file.dimensions.height)}`] satisfies [
              string,
              string,
            ],
          ]),
      ['SHA-256', file.sha256],
    ]),
    ...claims.map(({ key, value }): [string, string] => [`Claim ${key}`, value]),
    ['Pipeline', `${run.pipelineName} (${run.pipelineSlug})`],
    ['Run', run.id],
    ['Started', formatTime(run.startedAt)],
    ['Completed', formatTime(run.completedAt)],
    ['Prior', percent(conclusion.prior)],
    ['Checks and versions', checks.join(', ')],
  ];
  const lines = rows.map(([name, value]) => `| ${text(name)} | ${text(value)} |`);
  return `## Facts and reproducibility\n\n| | |\n| --- | --- |\n${lines.join('\n')}`;
}

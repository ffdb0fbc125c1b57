import { checkTitle } from '@assay/checks/words/check-titles';
import { claimRows, claimsTitle } from './words/claim-rows.ts';
import { errorRateSentence } from './rates/state-error-rate.ts';
import { sortEvidence } from './evidence-cards.ts';
import type { EvidenceCard } from './evidence-cards.ts';
import { factsSection } from './facts-content.ts';
import { manifests } from '@assay/checks/manifests';
import { historySection } from './history-content.ts';
import type {
  ReportBlock,
  ReportContent,
  ReportFinding,
  ReportHero,
  ReportRow,
  ReportSection,
} from './report-content.ts';
import type { ReportCheck, ReportInput } from './report-input.ts';
import { writeHeadline } from './words/headline.ts';
import type { Headline } from './words/headlined.ts';
import { peopleSection } from './people/people-content.ts';
import { scorecardSection } from './scorecard-content.ts';
import { changeRow } from './words/searched-changes.ts';
import {
  confidenceSentence,
  decisiveSentence,
  findingTitles,
  formatTime,
  isOpen,
  ratioSentence,
  restsOnWhatIsAgainst,
  slightTitle,
  supportTitle,
  verdictWords,
} from './words/wording.ts';
import { upperFirst } from '@assay/checks/words/first-letter';

/** Verdict, evidence for and against, what could not be checked, how often such a verdict was wrong, then details. */
export function writeContent(input: ReportInput): ReportContent {
  const { run, conclusion, files } = input;
  const isAboutSeveral = files.length > 1;
  return {
    identity: { runId: run.id, sha256: files[0]?.sha256 ?? null, completedAt: run.completedAt },
    verdict: conclusion.verdict,
    title: `${headlineFor(input).title}: ${files[0]?.name ?? run.id}`,
    about: `${run.pipelineName}, ${formatTime(run.completedAt)}`,
    hero: writeHero(input),
    sections: [
      summarySection(input),
      ...claimsSection(input),
      ...(isAboutSeveral ? togetherSection(input) : []),
      ...evidenceSections(input),
      ...peopleSection(input),
      ...historySection(input),
      notCheckedSection(input),
      ...errorRateSection(input),
      scorecardSection(input),
      ...(isAboutSeveral ? [] : neutralSection(input)),
      factsSection(input),
    ],
    closing: `This report states what was found in ${subjectOf(input)}. It does not judge whether what is shown is true.`,
  };
}

function subjectOf({ files }: ReportInput): string {
  if (files.length > 1) return 'the files themselves';
  return files.length === 1 ? 'the file itself' : 'what was claimed';
}

function writeHero(input: ReportInput): ReportHero {
  const { conclusion, files } = input;
  const { verdict, confidence } = conclusion;
  const [subject, ...others] = files;
  const { title: verdictTitle, meaning } = headlineFor(input);
  return {
    kicker: kickers[Math.min(files.length, 2)] ?? '',
    verdictTitle,
    meaning,
    confidence: isOpen(verdict) ? null : confidence,
    confidenceSentence: confidenceSentence(conclusion),
    fileName: subject === undefined ? null : [subject.name, ...moreNames(others.length)].join(' '),
    picture: others.length === 0 ? (subject?.preview ?? null) : null,
  };
}

function headlineFor({ conclusion, judged, files, stages }: ReportInput): Headline {
  return writeHeadline({ conclusion, judged, files, results: stages.flatMap(({ checks }) => checks) });
}

/** By the number of files: none, one, several. */
const kickers = ['The verdict', 'The verdict on this file', 'The verdict on these files'] as const;

function moreNames(count: number): string[] {
  return count === 0 ? [] : [`and ${String(count)} more`];
}

function summarySection({ conclusion }: ReportInput): ReportSection {
  const decisive = decisiveSentence(conclusion);
  const hangsOn: ReportBlock[] = decisive === undefined ? [] : [{ kind: 'note', text: decisive }];
  const blocks: ReportBlock[] = [{ kind: 'lead', text: conclusion.explanation }, ...hangsOn];
  return { id: 'summary', title: 'In short', blocks };
}

function claimsSection(input: ReportInput): ReportSection[] {
  const rows = claimRows(input);
  return rows.length === 0 ? [] : [{ id: 'claims', title: claimsTitle, blocks: [{ kind: 'rows', rows }] }];
}

function evidenceSections(input: ReportInput): ReportSection[] {
  const words = findingTitles(input.conclusion);
  const evidence = sortEvidence(input);
  const supporting = { id: 'for', title: words.forTitle, blocks: findings(evidence.for) };
  const opposing = { id: 'against', title: words.againstTitle, blocks: findings(evidence.against) };
  return restsOnWhatIsAgainst(input.conclusion.verdict) ? [opposing, supporting] : [supporting, opposing];
}

function findings(list: readonly EvidenceCard[]): ReportBlock[] {
  const weighty = list.filter(({ evidence }) => evidence.verbal !== 'none');
  const slight = list.filter(({ evidence }) => evidence.verbal === 'none');
  if (list.length === 0) return [{ kind: 'text', text: 'No finding is on this side.' }];
  return [
    ...weighty.map((card): ReportBlock => ({ kind: 'finding', finding: findingOf(card) })),
    ...slightFindings(slight),
  ];
}

/** Findings too weak for any of the verbal equivalents are told in a row, with their pictures below. */
function slightFindings(slight: readonly EvidenceCard[]): ReportBlock[] {
  if (slight.length === 0) return [];
  const rows = slight.map(({ evidence }) => [checkTitle(evidence.check), evidence.statement] as const);
  const checks = slight.flatMap(({ check }) => check ?? []);
  return [{ kind: 'subtitle', text: slightTitle }, { kind: 'rows', rows }, ...foldedMaps(checks)];
}

function findingOf({ evidence, check }: EvidenceCard): ReportFinding {
  return {
    side: sideOf(evidence),
    support: supportTitle(evidence.verbal),
    check: checkTitle(evidence.check),
    statement: evidence.statement,
    ratio: ratioSentence(evidence, check?.calibration ?? null),
    pictures: check?.pictures ?? [],
    guide: guideOf(evidence.check),
    limits: check?.limits ?? [],
  };
}

function guideOf(check: string): ReportRow[] {
  const guide = manifests.get(check)?.guide;
  return guide === undefined
    ? []
    : [
        ['Look for', guide.lookFor],
        ['Ignore', guide.ignore],
      ];
}

function sideOf({ proposition, llr }: EvidenceCard['evidence']): ReportFinding['side'] {
  const speaksForFile = proposition === 'authentic' ? llr > 0 : llr < 0;
  if (speaksForFile) return 'good';
  return proposition === 'synthetic' ? 'made' : 'bad';
}

/** First the kinds of change, which a reader asks about, then the checks that could not work. */
function notCheckedSection({ conclusion }: ReportInput): ReportSection {
  const { changes, notChecked, strongest } = conclusion;
  const searched: ReportBlock[] =
    changes.length === 0
      ? []
      : [{ kind: 'rows', rows: changes.map((search) => changeRow(search, strongest)) }];
  const rows = notChecked.map(({ check, reason }) => [checkTitle(check), sentence(reason)] as const);
  const unworkable: ReportBlock[] =
    rows.length === 0
      ? [{ kind: 'note', text: 'Every planned check could be carried out.' }]
      : [
          { kind: 'subtitle', text: 'Checks that could not work on this file' },
          { kind: 'rows', rows },
        ];
  const title = 'What was looked for, and what could not be checked';
  return { id: 'unchecked', title, blocks: [...searched, ...unworkable] };
}

function sentence(text: string): string {
  const start = upperFirst(text);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

const unmeasured =
  'That has not been measured for examinations of this kind. Judge this report by what it rests on.';
const unmeasuredClaims =
  'How often claims were judged wrongly has not been measured. Examinations of this kind call no file manipulated or artificial, whatever was claimed of it.';

function errorRateSection({ errorRate, conclusion }: ReportInput): ReportSection[] {
  const withoutFigures = conclusion.claims === undefined ? unmeasured : unmeasuredClaims;
  const text = errorRate === null ? withoutFigures : errorRateSentence(errorRate);
  const title =
    conclusion.claims === undefined
      ? `How often “${verdictWords[conclusion.verdict].title.toLowerCase()}” was wrong`
      : 'How often such results were wrong';
  return [{ id: 'error-rate', title, blocks: [{ kind: 'lead', text }] }];
}

function neutralSection(input: ReportInput): ReportSection[] {
  const { neutral } = sortEvidence(input);
  if (neutral.length === 0) return [];
  const rows = neutral.map(({ check, statement }) => [checkTitle(check), statement] as const);
  const title = 'Also checked, without weight for this verdict';
  return [{ id: 'neutral', title, blocks: [{ kind: 'rows', rows }, ...foldedMaps(neutral)] }];
}

/** The comparison of several files weighs nothing and is stated first, with its drawings open. */
function togetherSection(input: ReportInput): ReportSection[] {
  const { neutral } = sortEvidence(input);
  const drawings = neutral.flatMap((check) => check.pictures);
  const shown: ReportBlock[] = drawings.length === 0 ? [] : [{ kind: 'pictures', pictures: drawings }];
  return neutralSection(input).map((section) => ({
    ...section,
    title: 'What the files say together',
    blocks: [...section.blocks.filter(({ kind }) => kind !== 'folded'), ...shown],
  }));
}

/** Maps on which nothing was found; they are there for who wants to see where was searched. */
function foldedMaps(checks: readonly ReportCheck[]): ReportBlock[] {
  const pictures = checks.flatMap((check) => check.pictures);
  if (pictures.length === 0) return [];
  return [{ kind: 'folded', summary: 'Where these checks looked', blocks: [{ kind: 'pictures', pictures }] }];
}

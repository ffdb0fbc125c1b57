import { escapeHtml } from './escape.ts';
import type { EvidenceCard } from './evidence-cards.ts';
import { sortEvidence } from './evidence-cards.ts';
import { bulletList, definitionRows, figures, pictureTag, section, verdictGlyph } from './html-parts.ts';
import type { ReportInput } from './report-input.ts';
import {
  scoreLegend,
  slightTitle,
  verdictWords,
  checkTitle,
  confidenceSentence,
  criterionTitle,
  errorRateSentence,
  isOpen,
  percent,
  ratioSentence,
  supportTitle,
} from './wording.ts';

export function heroSection({ conclusion, files }: ReportInput): string {
  const { verdict, confidence } = conclusion;
  const words = verdictWords[verdict];
  const [subject] = files;
  const name = subject === undefined ? '' : `<p class="name"><bdi>${escapeHtml(subject.name)}</bdi></p>`;
  const preview = subject?.preview ?? null;
  const picture = preview === null ? '' : pictureTag(preview, `The examined file ${subject?.name ?? ''}`);
  const meter = isOpen(verdict)
    ? ''
    : `<div class="meter" aria-hidden="true"><i style="width:${width(confidence)}"></i></div>`;
  const figure = picture === '' ? '' : `<figure class="subject">${picture}</figure>`;
  return `<div class="hero tone-${verdict}${figure === '' ? ' alone' : ''}">${figure}<div class="ruling">
<p class="kicker">The verdict on this file</p>
<h1 class="verdict">${verdictGlyph(verdict)}${escapeHtml(words.title)}</h1>
<p class="meaning">${escapeHtml(words.meaning)}</p>
${meter}<p class="note">${escapeHtml(confidenceSentence(conclusion))}</p>${name}</div></div>`;
}

export function summarySection({ conclusion }: ReportInput): string {
  return section('summary', 'In short', `<p class="lead">${escapeHtml(conclusion.explanation)}</p>`);
}

export function evidenceSections(input: ReportInput): string {
  const words = verdictWords[input.conclusion.verdict];
  const evidence = sortEvidence(input);
  return (
    section('for', words.forTitle, cards(evidence.for)) +
    section('against', words.againstTitle, cards(evidence.against))
  );
}

function cards(list: readonly EvidenceCard[]): string {
  const weighty = list.filter(({ evidence }) => evidence.verbal !== 'none');
  const slight = list.filter(({ evidence }) => evidence.verbal === 'none');
  if (list.length === 0) return '<p>Nothing that carries weight.</p>';
  return weighty.map(card).join('') + slightRows(slight);
}

/** Findings too weak for any of the verbal equivalents are told in a row, with their pictures below. */
function slightRows(slight: readonly EvidenceCard[]): string {
  if (slight.length === 0) return '';
  const rows = slight.map(({ evidence }) => [checkTitle(evidence.check), evidence.statement] as const);
  const pictures = slight.flatMap(({ check }) => check?.pictures ?? []);
  return `<h3 class="slight">${escapeHtml(slightTitle)}</h3>${definitionRows(rows)}${figures(pictures)}`;
}

function card({ evidence, check }: EvidenceCard): string {
  const limits = check?.limits ?? [];
  const caution =
    limits.length === 0
      ? ''
      : `<details><summary>What this finding cannot show</summary>${bulletList(limits)}</details>`;
  return `<article class="card ${edgeOf(evidence)}">
<p class="tags"><span class="chip">${escapeHtml(supportTitle(evidence.verbal))}</span><span>${escapeHtml(checkTitle(evidence.check))}</span></p>
<h3>${escapeHtml(evidence.statement)}</h3>
<p class="note">${escapeHtml(ratioSentence(evidence))}</p>${figures(check?.pictures ?? [])}${caution}</article>`;
}

function edgeOf({ proposition, llr }: EvidenceCard['evidence']): string {
  const speaksForFile = proposition === 'authentic' ? llr > 0 : llr < 0;
  if (speaksForFile) return 'good';
  return proposition === 'synthetic' ? 'made' : 'bad';
}

export function notCheckedSection({ conclusion }: ReportInput): string {
  const { notChecked } = conclusion;
  if (notChecked.length === 0) {
    return section(
      'unchecked',
      'What could not be checked',
      '<p>Every planned check could be carried out.</p>',
    );
  }
  const rows = notChecked.map(({ check, reason }) => [checkTitle(check), sentence(reason)] as const);
  return section('unchecked', 'What could not be checked, and why', definitionRows(rows));
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

export function errorRateSection({ errorRate, conclusion }: ReportInput): string {
  if (errorRate === null) return '';
  const title = `How often “${verdictWords[conclusion.verdict].title.toLowerCase()}” was wrong`;
  const text = errorRateSentence(errorRate);
  return section('error-rate', title, `<p class="lead">${escapeHtml(text)}</p>`);
}

export function scorecardSection({ conclusion }: ReportInput): string {
  const rows = Object.entries(conclusion.scorecard).map(([key, value]) => scoreRow(key, value));
  const body = `<p class="note">${escapeHtml(scoreLegend)}</p><dl class="scores">${rows.join('')}</dl>`;
  return section('scorecard', 'Scorecard', body);
}

function scoreRow(key: string, value: number): string {
  const isCoverage = key === 'coverage';
  const shown = isCoverage ? percent(value) : value.toFixed(2);
  const tone = isCoverage
    ? 'unverified'
    : value >= 0.65
      ? 'authentic'
      : value <= 0.35
        ? 'manipulated'
        : 'unverified';
  const track = `<div class="track${isCoverage ? '' : ' mid'}" aria-hidden="true"><i style="width:${width(value)};background:var(--${tone})"></i></div>`;
  return `<dt>${escapeHtml(criterionTitle(key))}</dt><dd class="bar">${track}</dd><dd class="value">${shown}</dd>`;
}

function width(share: number): string {
  return `${Math.max(0, Math.min(100, 100 * share)).toFixed(1)}%`;
}

export function neutralSection(input: ReportInput): string {
  const { neutral } = sortEvidence(input);
  if (neutral.length === 0) return '';
  const rows = neutral.map(({ check, statement }) => [checkTitle(check), statement] as const);
  const pictures = figures(neutral.flatMap((check) => check.pictures));
  return section('neutral', 'Checked, without weight either way', definitionRows(rows) + pictures);
}

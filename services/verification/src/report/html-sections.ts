import type { Html } from '@assay/chassis/html';
import { html } from './escape.ts';
import type { EvidenceCard } from './evidence-cards.ts';
import { sortEvidence } from './evidence-cards.ts';
import { bulletList, definitionRows, figures, pictureTag, section, verdictGlyph } from './html-parts.ts';
import type { ReportCheck, ReportInput } from './report-input.ts';
import { checkTitle } from './check-titles.ts';
import { claimRows, claimsTitle } from './claim-rows.ts';
import { errorRateSentence } from './error-rate.ts';
import { changeRow } from './searched-changes.ts';
import {
  decisiveSentence,
  scoreLegend,
  slightTitle,
  verdictWords,
  confidenceSentence,
  criterionTitle,
  isOpen,
  shownScores,
  wordsOf,
  percent,
  ratioSentence,
  restsOnWhatIsAgainst,
  supportTitle,
} from './wording.ts';

export function heroSection({ conclusion, files }: ReportInput): Html {
  const { verdict, confidence } = conclusion;
  const words = wordsOf(conclusion);
  const [subject] = files;
  const name = subject && html`<p class="name"><bdi>${subject.name}</bdi></p>`;
  const picture = subject?.preview && pictureTag(subject.preview, `The examined file ${subject.name}`);
  const meter = isOpen(verdict)
    ? undefined
    : html`<div class="meter" aria-hidden="true"><i style="width:${width(confidence)}"></i></div>`;
  const figure = picture ? html`<figure class="subject">${picture}</figure>` : undefined;
  return html`<div class="hero tone-${verdict}${figure === undefined ? ' alone' : ''}">${figure}<div class="ruling">
<p class="kicker">${subject === undefined ? 'The verdict' : 'The verdict on this file'}</p>
<h1 class="verdict">${verdictGlyph(verdict)}${words.title}</h1>
<p class="meaning">${words.meaning}</p>
${meter}<p class="note">${confidenceSentence(conclusion)}</p>${name}</div></div>`;
}

export function summarySection({ conclusion }: ReportInput): Html {
  const decisive = decisiveSentence(conclusion);
  const hangsOn = decisive === undefined ? undefined : html`<p class="note">${decisive}</p>`;
  return section('summary', 'In short', html`<p class="lead">${conclusion.explanation}</p>${hangsOn}`);
}

export function claimsSection(input: ReportInput): Html | undefined {
  const rows = claimRows(input);
  return rows.length === 0 ? undefined : section('claims', claimsTitle, definitionRows(rows));
}

export function evidenceSections(input: ReportInput): Html[] {
  const words = wordsOf(input.conclusion);
  const evidence = sortEvidence(input);
  const supporting = section('for', words.forTitle, cards(evidence.for));
  const opposing = section('against', words.againstTitle, cards(evidence.against));
  return restsOnWhatIsAgainst(input.conclusion.verdict) ? [opposing, supporting] : [supporting, opposing];
}

function cards(list: readonly EvidenceCard[]): Html {
  const weighty = list.filter(({ evidence }) => evidence.verbal !== 'none');
  const slight = list.filter(({ evidence }) => evidence.verbal === 'none');
  if (list.length === 0) return html`<p>Nothing that carries weight.</p>`;
  return html`${weighty.map(card)}${slightRows(slight)}`;
}

/** Findings too weak for any of the verbal equivalents are told in a row, with their pictures below. */
function slightRows(slight: readonly EvidenceCard[]): Html | undefined {
  if (slight.length === 0) return undefined;
  const rows = slight.map(({ evidence }) => [checkTitle(evidence.check), evidence.statement] as const);
  const checks = slight.flatMap(({ check }) => check ?? []);
  return html`<h3 class="slight">${slightTitle}</h3>${definitionRows(rows)}${folded(checks)}`;
}

function card({ evidence, check }: EvidenceCard): Html {
  const limits = check?.limits ?? [];
  const caution =
    limits.length === 0
      ? undefined
      : html`<details><summary>What this finding cannot show</summary>${bulletList(limits)}</details>`;
  return html`<article class="card ${edgeOf(evidence)}">
<p class="tags"><span class="chip">${supportTitle(evidence.verbal)}</span><span>${checkTitle(evidence.check)}</span></p>
<h3>${evidence.statement}</h3>
<p class="note">${ratioSentence(evidence, check?.calibration ?? null)}</p>${figures(check?.pictures ?? [])}${caution}</article>`;
}

function edgeOf({ proposition, llr }: EvidenceCard['evidence']): string {
  const speaksForFile = proposition === 'authentic' ? llr > 0 : llr < 0;
  if (speaksForFile) return 'good';
  return proposition === 'synthetic' ? 'made' : 'bad';
}

/** First the kinds of change, which a reader asks about, then the checks that could not work. */
export function notCheckedSection({ conclusion }: ReportInput): Html {
  const { changes, notChecked } = conclusion;
  const searched = changes.length === 0 ? undefined : definitionRows(changes.map(changeRow));
  const rows = notChecked.map(({ check, reason }) => [checkTitle(check), sentence(reason)] as const);
  const unworkable =
    rows.length === 0
      ? html`<p class="note">Every planned check could be carried out.</p>`
      : html`<h3 class="slight">Checks that could not work on this file</h3>${definitionRows(rows)}`;
  return section(
    'unchecked',
    'What was looked for, and what could not be checked',
    html`${searched}${unworkable}`,
  );
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

export function errorRateSection({ errorRate, conclusion }: ReportInput): Html | undefined {
  if (errorRate === null) return undefined;
  const title = `How often “${verdictWords[conclusion.verdict].title.toLowerCase()}” was wrong`;
  return section('error-rate', title, html`<p class="lead">${errorRateSentence(errorRate)}</p>`);
}

export function scorecardSection({ conclusion }: ReportInput): Html {
  const rows = shownScores(conclusion).map(([key, value]) => scoreRow(key, value));
  const body = html`<p class="note">${scoreLegend}</p><dl class="scores">${rows}</dl>`;
  return section('scorecard', 'Scorecard', body);
}

/** So close to one half that it speaks neither for nor against the file. */
const silentWithin = 0.15;

function scoreRow(key: string, value: number): Html {
  if (key === 'coverage') return barRow(key, value, { shown: percent(value), tone: 'unverified' });
  if (Math.abs(value - 0.5) < silentWithin) {
    return html`<dt>${criterionTitle(key)}</dt><dd class="silent">Says nothing either way</dd>`;
  }
  return barRow(key, value, { shown: value.toFixed(2), tone: value > 0.5 ? 'authentic' : 'manipulated' });
}

function barRow(key: string, value: number, { shown, tone }: { shown: string; tone: string }): Html {
  const track = html`<div class="track" aria-hidden="true"><i style="width:${width(value)};background:var(--${tone})"></i></div>`;
  return html`<dt>${criterionTitle(key)}</dt><dd class="bar">${track}</dd><dd class="value">${shown}</dd>`;
}

function width(share: number): string {
  return `${Math.max(0, Math.min(100, 100 * share)).toFixed(1)}%`;
}

/** Maps on which nothing was found; they are there for who wants to see where was searched. */
function folded(checks: readonly ReportCheck[]): Html | undefined {
  const pictures = figures(checks.flatMap((check) => check.pictures));
  if (pictures === undefined) return undefined;
  return html`<details><summary>Where these checks looked</summary>${pictures}</details>`;
}

export function neutralSection(input: ReportInput): Html | undefined {
  const { neutral } = sortEvidence(input);
  if (neutral.length === 0) return undefined;
  const rows = neutral.map(({ check, statement }) => [checkTitle(check), statement] as const);
  return section(
    'neutral',
    'Also checked, without weight for this verdict',
    html`${definitionRows(rows)}${folded(neutral)}`,
  );
}

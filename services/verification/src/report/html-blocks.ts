import type { Html } from '@assay/chassis/http/html';
import { html } from './escape.ts';
import { bulletList, definitionRows, figures, pictureTag, section, verdictGlyph } from './html-parts.ts';
import { limitsTitle } from './report-content.ts';
import type {
  ReportBlock,
  ReportContent,
  ReportFinding,
  ReportScore,
  ReportSection,
} from './report-content.ts';

export function heroSection({ verdict, hero }: ReportContent): Html {
  const name = hero.fileName === null ? undefined : html`<p class="name"><bdi>${hero.fileName}</bdi></p>`;
  const picture = hero.picture && pictureTag(hero.picture, `The examined file ${hero.fileName ?? ''}`);
  const meter =
    hero.confidence === null
      ? undefined
      : html`<div class="meter" aria-hidden="true"><i style="width:${width(hero.confidence)}"></i></div>`;
  const figure = picture ? html`<figure class="subject">${picture}</figure>` : undefined;
  return html`<div class="hero tone-${verdict}${figure === undefined ? ' alone' : ''}">${figure}<div class="ruling">
<p class="kicker">${hero.kicker}</p>
<h1 class="verdict">${verdictGlyph(verdict)}${hero.verdictTitle}</h1>
<p class="meaning">${hero.meaning}</p>
${meter}<p class="note">${hero.confidenceSentence}</p>${name}</div></div>`;
}

export function sectionOf({ id, title, blocks }: ReportSection): Html {
  return section(id, title, html`${blocks.map(blockOf)}`);
}

function blockOf(block: ReportBlock): Html {
  switch (block.kind) {
    case 'lead':
    case 'note':
      return html`<p class="${block.kind}">${block.text}</p>`;
    case 'text':
      return html`<p>${block.text}</p>`;
    case 'subtitle':
      return html`<h3 class="slight">${block.text}</h3>`;
    case 'rows':
      return definitionRows(block.rows);
    case 'finding':
      return card(block.finding);
    case 'scores':
      return html`<dl class="scores">${block.scores.map(scoreRow)}</dl>`;
    case 'pictures':
      return html`${figures(block.pictures)}`;
    case 'table':
      return table(block.head, block.rows);
    case 'folded':
      return html`<details><summary>${block.summary}</summary>${block.blocks.map(blockOf)}</details>`;
  }
}

function card(finding: ReportFinding): Html {
  const { side, support, check, statement, ratio, pictures, guide, limits } = finding;
  const advice = guide.length === 0 ? undefined : definitionRows(guide);
  const caution =
    limits.length === 0
      ? undefined
      : html`<details><summary>${limitsTitle}</summary>${bulletList(limits)}</details>`;
  return html`<article class="card ${side}">
<p class="tags"><span class="chip">${support}</span><span>${check}</span></p>
<h3>${statement}</h3>
<p class="note">${ratio}</p>${figures(pictures)}${advice}${caution}</article>`;
}

function scoreRow({ criterion, shown, bar }: ReportScore): Html {
  if (bar === null) return html`<dt>${criterion}</dt><dd class="silent">${shown}</dd>`;
  const track = html`<div class="track" aria-hidden="true"><i style="width:${width(bar.share)};background:var(--${bar.tone})"></i></div>`;
  return html`<dt>${criterion}</dt><dd class="bar">${track}</dd><dd class="value">${shown}</dd>`;
}

function width(share: number): string {
  return `${Math.max(0, Math.min(100, 100 * share)).toFixed(1)}%`;
}

/** The last column holds what is long. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): Html {
  const titles = head.map((title) => html`<th scope="col">${title}</th>`);
  const lines = rows.map((cells) => {
    const last = html`<td class="wide"><code>${cells.at(-1)}</code></td>`;
    return html`<tr>${cells.slice(0, -1).map((cell) => html`<td>${cell}</td>`)}${last}</tr>`;
  });
  return html`<div class="scroll"><table><thead><tr>${titles}</tr></thead><tbody>${lines}</tbody></table></div>`;
}

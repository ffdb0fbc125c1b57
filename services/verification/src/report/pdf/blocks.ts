import { limitsTitle } from '../report-content.ts';
import type { ReportBlock, ReportFinding, ReportScore, ReportSection } from '../report-content.ts';
import { findingColours, verdictColours } from '../verdict-colours.ts';
import { decoration, paragraph, rows, rule } from './paragraphs.ts';
import { pictures } from './pictures.ts';
import { keepTogether, margins, setStyle, shown, soft, track } from './sheet.ts';
import type { Sheet } from './sheet.ts';

const fullHeight = 260;
const smallHeight = 130;

/** A title is never left alone at the foot of a page. */
const titleRoom = 70;

export function section(sheet: Sheet, { title, blocks }: ReportSection): void {
  keepTogether(sheet, titleRoom);
  rule(sheet);
  paragraph(sheet, title, { tag: 'H2', font: 'bold', size: 12, after: 6 });
  for (const one of blocks) block(sheet, one);
}

function block(sheet: Sheet, one: ReportBlock): void {
  switch (one.kind) {
    case 'lead':
      paragraph(sheet, one.text, { size: 10.5, after: 5 });
      return;
    case 'note':
      paragraph(sheet, one.text, { size: 8.5, colour: soft });
      return;
    case 'text':
      paragraph(sheet, one.text);
      return;
    case 'subtitle':
      paragraph(sheet, one.text, { tag: 'H3', size: 8.5, colour: soft, after: 5 });
      return;
    case 'rows':
      rows(sheet, one.rows);
      return;
    case 'finding':
      finding(sheet, one.finding);
      return;
    case 'scores':
      for (const each of one.scores) score(sheet, each);
      return;
    case 'pictures':
      pictures(sheet, one.pictures, fullHeight);
      return;
    case 'table':
      table(sheet, one.head, one.rows);
      return;
    case 'folded':
      folded(sheet, one.summary, one.blocks);
  }
}

/** Paper cannot unfold: what is folded elsewhere stands here small. */
function folded(sheet: Sheet, summary: string, blocks: readonly ReportBlock[]): void {
  keepTogether(sheet, titleRoom);
  paragraph(sheet, summary, { tag: 'H3', font: 'bold', size: 8.5, after: 5 });
  for (const one of blocks) {
    if (one.kind === 'pictures') pictures(sheet, one.pictures, smallHeight);
    else block(sheet, one);
  }
}

const indent = 12;

function finding(sheet: Sheet, given: ReportFinding): void {
  const { doc } = sheet;
  const colour = findingColours[given.side];
  keepTogether(sheet, titleRoom);
  const start = { page: lastPage(sheet), y: doc.y };
  paragraph(sheet, `${given.support} · ${given.check}`, {
    font: 'bold',
    size: 8.5,
    colour,
    indent,
    after: 3,
  });
  paragraph(sheet, given.statement, { tag: 'H3', font: 'bold', size: 10.5, indent, after: 3 });
  paragraph(sheet, given.ratio, { size: 8.5, colour: soft, indent });
  for (const [term, words] of given.guide)
    paragraph(sheet, `${term}: ${words}`, { size: 9, indent, after: 2 });
  if (given.limits.length > 0) {
    paragraph(sheet, limitsTitle, { font: 'bold', size: 8.5, indent, after: 2 });
    for (const limit of given.limits)
      paragraph(sheet, `– ${limit}`, { size: 8.5, colour: soft, indent, after: 2 });
  }
  if (lastPage(sheet) === start.page) edge(sheet, start.y, colour);
  doc.y += 6;
  pictures(sheet, given.pictures, fullHeight);
}

function edge(sheet: Sheet, top: number, colour: string): void {
  const { doc, left } = sheet;
  decoration(sheet, () => {
    doc.rect(left, top, 3, doc.y - top).fill(colour);
  });
}

function lastPage({ doc }: Sheet): number {
  return doc.bufferedPageRange().count;
}

const scoreWidth = { criterion: 190, gap: 10, shown: 50 };

function score(sheet: Sheet, { criterion, shown: value, bar }: ReportScore): void {
  const { doc, left, width } = sheet;
  keepTogether(sheet, 18);
  const top = doc.y;
  const barLeft = left + scoreWidth.criterion + scoreWidth.gap;
  const barWidth = width - scoreWidth.criterion - scoreWidth.shown - scoreWidth.gap;
  setStyle(sheet, {});
  const name = shown(sheet, criterion);
  const words = shown(sheet, value);
  doc.addStructure(
    doc.struct('P', {}, () => {
      doc.text(name, left, top, { width: scoreWidth.criterion });
      if (bar === null) doc.fillColor(soft).text(words, barLeft, top, { width: barWidth });
      else doc.text(words, left + width - scoreWidth.shown, top, { width: scoreWidth.shown, align: 'right' });
    }),
  );
  if (bar !== null) {
    decoration(sheet, () => {
      doc.roundedRect(barLeft, top + 3, barWidth, 6, 3).fill(track);
      doc
        .roundedRect(barLeft, top + 3, Math.max(6, barWidth * Math.min(1, bar.share)), 6, 3)
        .fill(verdictColours[bar.tone]);
    });
  }
  doc.y = top + 17;
}

/** Tables of many columns do not fit on paper: each line becomes a paragraph that names what it holds. */
function table(sheet: Sheet, head: readonly string[], lines: readonly (readonly string[])[]): void {
  for (const [first = '', ...cells] of lines) {
    const words = cells.map((cell, index) => `${head[index + 1] ?? ''}: ${cell === '' ? '–' : cell}`);
    keepTogether(sheet, margins.bottom / 2);
    paragraph(sheet, first, { font: 'bold', size: 8, after: 1 });
    paragraph(sheet, words.join('; '), { size: 8, colour: soft, after: 4 });
  }
}

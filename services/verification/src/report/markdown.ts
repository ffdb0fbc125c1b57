import { escapeMarkdown as text } from './escape.ts';
import type { ReportBlock, ReportContent, ReportFinding, ReportSection } from './report-content.ts';

/** The report as CommonMark with tables, without pictures. */
export function renderMarkdownReport({ hero, sections }: ReportContent): string {
  const [summary, ...others] = sections;
  const head = [`# ${text(hero.verdictTitle)}`, text(hero.meaning), `**${text(hero.confidenceSentence)}**`];
  const parts = [...head, ...(summary?.blocks ?? []).map(blockOf), ...others.map(sectionOf)];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function sectionOf({ title, blocks }: ReportSection): string {
  const parts = blocks.map(blockOf).filter((part) => part !== '');
  return [`## ${text(title)}`, ...parts].join('\n\n');
}

function blockOf(block: ReportBlock): string {
  switch (block.kind) {
    case 'lead':
    case 'note':
    case 'text':
      return text(block.text);
    case 'subtitle':
      return `### ${text(block.text)}`;
    case 'rows':
      return block.rows.map(([term, words]) => `- ${text(term)}: ${text(words)}`).join('\n');
    case 'finding':
      return finding(block.finding);
    case 'scores':
      return table(
        ['Criterion', 'Score'],
        block.scores.map(({ criterion, shown }) => [criterion, shown]),
      );
    case 'table':
      return table(block.head, block.rows);
    case 'folded':
      return folded(block.summary, block.blocks);
    case 'pictures':
      return '';
  }
}

function finding({ statement, support, ratio, check, guide, limits }: ReportFinding): string {
  const rows = [...guide, ...limits.map((limit) => ['Limit', limit] as const)];
  const below = rows.map(([term, words]) => `\n  - ${term}: ${text(words)}`).join('');
  return `- **${text(statement)}** ${support}. ${ratio} (${text(check)})${below}`;
}

function folded(summary: string, blocks: readonly ReportBlock[]): string {
  const parts = blocks.map(blockOf).filter((part) => part !== '');
  return parts.length === 0 ? '' : [`### ${text(summary)}`, ...parts].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(text).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

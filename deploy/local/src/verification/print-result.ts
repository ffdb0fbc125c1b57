import { basename, relative } from 'node:path';
import { asList, asNumber, asObject, asText } from '../json-view.ts';
import type { Json } from '../json-view.ts';
import type { Style, Terminal } from '../terminal/terminal.ts';
import type { VerifiedFile } from './verify-file.ts';

const width = 96;
const mostEvidence = 3;

const verdictStyles: Readonly<Record<string, Style>> = {
  authentic: 'green',
  manipulated: 'red',
  synthetic: 'red',
  inconclusive: 'yellow',
  unverified: 'yellow',
};

type Styling = Pick<Terminal, 'style'>;

/** Returns the result of one file as lines for people. Unknown fields and verdicts are shown unchanged. */
export function describeResult(result: VerifiedFile, { style }: Styling, currentDir: string): string[] {
  const title = style('bold', basename(result.file));
  if (result.outcome === 'failed') return [`${title}  ${style('red', 'not verified')}`, `  ${result.reason}`];
  const { run, report } = result;
  const verdict = asText(run['verdict']) ?? 'no verdict';
  const heading = style('bold', style(verdictStyles[verdict] ?? 'cyan', verdict.toUpperCase()));
  return [
    `${title}  ${heading}${confidenceOf(run)}`,
    ...indent(wrap(asText(run['headline']) ?? '', width)).map((line) => style('bold', line)),
    ...indent(wrap(asText(run['explanation']) ?? '', width)),
    ...section('Strongest evidence', strongestEvidence(report, verdict), style),
    ...section('Not checked', notChecked(report), style),
    '',
    `  Report    ${shortest(result.reportPath, currentDir)}`,
    ...result.pictures.flatMap(({ path, type, legend }) => [
      `  ${type === 'heatmap' ? 'Heat map' : 'Image   '}  ${shortest(path, currentDir)}`,
      ...wrap(legend ?? '', width - 10).map((line) => style('dim', `            ${line}`)),
    ]),
  ];
}

function shortest(path: string, currentDir: string): string {
  const below = relative(currentDir, path);
  return below.startsWith('..') ? path : below;
}

/** Returns the evidence that the verdict rests on and then the other side, each labelled: an open verdict is open for what is against the file. */
export function strongestEvidence(report: Json, verdict: string): string[] {
  const strongest = asObject(report['strongest'] ?? asObject(report['conclusion'])['strongest']);
  const side = (name: 'for' | 'against', label: string): string[] =>
    asList(strongest[name])
      .map(asObject)
      .map((evidence) => statementOf(evidence))
      .filter((statement) => statement !== undefined)
      .slice(0, mostEvidence)
      .map((statement) => `${label} ${statement}`);
  const subject = isOpen(verdict) ? 'authenticity' : `"${verdict}"`;
  const supporting = side('for', `for ${subject}:`);
  const opposing = side('against', `against ${subject}:`);
  return isOpen(verdict) ? [...opposing, ...supporting] : [...supporting, ...opposing];
}

function isOpen(verdict: string): boolean {
  return verdict === 'unverified' || verdict === 'inconclusive';
}

function statementOf(evidence: Json): string | undefined {
  const statement = asText(evidence['statement']);
  const support = asText(evidence['verbal']);
  if (statement === undefined) return undefined;
  return support === undefined || support === 'none' ? statement : `${statement} (${support} support)`;
}

function notChecked(report: Json): string[] {
  const list = report['notChecked'] ?? asObject(report['conclusion'])['notChecked'];
  return asList(list)
    .map(asObject)
    .flatMap((item) => {
      const check = asText(item['name']) ?? asText(item['check']);
      const reason = asText(item['reason']);
      return check === undefined ? [] : [reason === undefined ? check : `${check}: ${reason}`];
    });
}

function confidenceOf(run: Json): string {
  const confidence = asNumber(run['confidence']);
  if (confidence === undefined) return '';
  const percent = `  ${String(Math.floor(confidence * 100))} %`;
  return run['confidenceMeaning'] === 'coverage'
    ? `${percent} of the kinds of change were searched for`
    : `${percent} confidence`;
}

function section(title: string, items: readonly string[], style: Styling['style']): string[] {
  if (items.length === 0) return [];
  const lines = items.flatMap((item) =>
    wrap(item, width - 4).map((line, index) => `  ${index === 0 ? '·' : ' '} ${line}`),
  );
  return ['', `  ${style('bold', title)}`, ...lines];
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

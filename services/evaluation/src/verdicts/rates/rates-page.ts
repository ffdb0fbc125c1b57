import { clopperPearsonInterval } from '@assay/checks/likelihood/figures';
import { changeWords } from '@assay/verification/domain/fusion/search/change-words';
import type { PublishedEvaluation } from '@assay/verification/domain/pipeline/definitions/evaluations/published-evaluation';
import type { ComparedRate, WrongShare } from './compare-rates.ts';

const introduction = `# Printed and measured error rates

Each rate that a report prints beside the rate of the held-out files that were judged last, counted in scenes. Intervals are two-sided, 95 %, Clopper and Pearson.
"None" means that a report states no rate: fewer than 30 cases were judged, or other people's files are missed more often. "Outside" means that the printed rate is not in an interval of a measured one.
\`npm run evaluate -- <folders> --pipeline <slug> --rates\` writes the section of its pipeline; \`--publish\` renews the printed rates at the same time.
Without folders it compares the published counts with themselves, so that only other people's files can be outside. The versions of the checks say how old a measurement is.
`;

/** Returns the page with the section of this pipeline renewed; other sections stay as they are. */
export function renewPage(page: string, slug: string, section: string): string {
  const [, ...parts] = page.split(/^## /mu);
  const others = parts
    .map((part) => `## ${part.trimEnd()}\n`)
    .filter((part) => !part.startsWith(`## ${slug}\n`));
  return [introduction, ...[...others, section].toSorted()].join('\n');
}

/** Describes the judged files, with the version of each check that judged them. */
export function describeJudged({
  material,
  sources,
  innocentScenes,
  alteredScenes,
  byOthers,
  checks,
}: PublishedEvaluation): string {
  const versions = Object.entries(checks).map(([check, version]) => `\`${check}\` ${version}`);
  const makers = byOthers === undefined ? '' : `, in part by ${String(byOthers.makers)} other makers`;
  return [
    `${String(innocentScenes)} pristine ${material.scenes} of ${String(sources)} sources were judged,`,
    `and altered ${material.files} of ${String(alteredScenes)} ${material.scenes}${makers}.`,
    `Checks: ${versions.join(', ')}.`,
  ].join(' ');
}

/** Writes the section of a pipeline: a sentence on the judged files, and the table. */
export function writeSection(slug: string, judged: string, rates: readonly ComparedRate[]): string {
  const header = ['files', 'wrong verdict', 'printed', 'measured', 'by other people', 'printed rate'];
  return `## ${slug}\n\n${judged}\n\n${writeTable([header, ...rates.map(writeRow)])}\n`;
}

function writeRow({ files, verdict, change, printed, own, others }: ComparedRate): string[] {
  const wrong = change === null ? `\`${verdict}\`, pristine` : `\`${verdict}\`, ${changeWords[change]}`;
  const printedRate = printed === null ? 'none' : writeShare(printed);
  const measured = [own, ...(others === null ? [] : [others])];
  return [
    files,
    wrong,
    printedRate,
    writeMeasured(own),
    others === null ? '' : writeMeasured(others),
    printed === null ? '' : judgePrinted(printed, measured),
  ];
}

function writeShare({ wrong, of }: WrongShare): string {
  return `${String(wrong)} of ${String(of)}`;
}

function writeMeasured(share: WrongShare): string {
  if (share.of === 0) return 'not judged';
  const [lower, upper] = clopperPearsonInterval(share.wrong, share.of);
  return `${writeShare(share)} (${percent(lower)} to ${percent(upper)} %)`;
}

function percent(rate: number): string {
  return (100 * rate).toFixed(1);
}

/** Says whether the printed rate is in the interval of every measured one. */
function judgePrinted(printed: WrongShare, measured: readonly WrongShare[]): string {
  const rate = printed.wrong / printed.of;
  const isOutside = measured
    .filter(({ of }) => of > 0)
    .map(({ wrong, of }) => clopperPearsonInterval(wrong, of))
    .some(([lower, upper]) => rate < lower || rate > upper);
  return isOutside ? 'outside' : 'inside';
}

/** Pads the cells as Prettier does. */
function writeTable(rows: readonly (readonly string[])[]): string {
  const [header = []] = rows;
  const widths = header.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const writeLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [writeLine(header), rule, ...rows.slice(1).map(writeLine)].join('\n');
}

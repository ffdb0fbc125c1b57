import { expect, it } from 'vitest';
import { finding, notApplicable } from '@assay/checks/check/check-result';
import { documentChanges, pictureChanges, videoChanges } from '@assay/checks/search/change-kinds';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { CheckResult } from '@assay/checks/check/check';
import { changeWords } from '../domain/fusion/search/change-words.ts';
import { conclude } from '../domain/fusion/conclude.ts';
import type { Conclusion } from '../domain/fusion/conclusion.ts';
import { renderHtmlReport } from './html.ts';
import { renderMarkdownReport } from './markdown.ts';
import { aReportInput } from './report-input.fixture.ts';
import type { ReportCheck } from './report-input.ts';
import { writeContent } from './write-content.ts';

/** How one check went through its file. */
type Ending = 'whole' | 'in part' | 'by chance' | 'not applicable';
const possible = [pictureChanges, documentChanges, videoChanges] as const;
const endings: readonly Ending[] = ['whole', 'in part', 'by chance', 'not applicable'];
/** The weight of a finding for manipulation, for a generator, for authenticity: every verdict comes of one of them. */
const weights = [
  {},
  { llrManipulated: 0.2 },
  { llrManipulated: 0.4 },
  { llrManipulated: 0.9 },
  { llrManipulated: 3 },
  { llrSynthetic: 0.9 },
  { llrSynthetic: 3 },
  { llrAuthentic: 3, authenticBasis: 'trusted-capture' },
] as const;

function buildResult(change: ChangeKind, ending: Ending, weight: (typeof weights)[number]): CheckResult {
  const isSearching = ending !== 'by chance';
  const identity = {
    slug: `check-of-${change}`,
    version: '1',
    kind: 'structural',
    criterion: 'pixel_consistency',
    searchesFor: isSearching ? [change] : [],
    mayNotice: isSearching ? [] : [change],
  } as const;
  if (ending === 'not applicable') return notApplicable(identity, 'the file cannot show it');
  const searched = [
    { unit: 'page', total: 9, searched: ending === 'in part' ? 4 : 9, why: 'limit' },
  ] as const;
  const isWeighty = Object.keys(weight).length > 0;
  const locations = isWeighty ? [{ page: 2 }] : [];
  return finding(identity, { ...weight, statement: `The check of page 2 ran.`, searched, locations });
}

/** Every pair of endings for two kinds of change of an image, a document or a video, with every weight of the first. */
function listCases(): (readonly CheckResult[])[] {
  const pairs = endings.flatMap((one) => endings.map((other) => [one, other] as const));
  return possible.flatMap(([first, second, third]) =>
    pairs.flatMap(([one, other]) =>
      weights.map((weight) => [
        buildResult(first, one, weight),
        buildResult(second, other, {}),
        buildResult(third, 'whole', {}),
      ]),
    ),
  );
}

function write(results: readonly CheckResult[]) {
  const [kind] = results.flatMap(({ searchesFor = [], mayNotice = [] }) => [...searchesFor, ...mayNotice]);
  const changes = possible.find((all) => (all as readonly ChangeKind[]).includes(kind ?? 'generated'));
  const conclusion = conclude(results, { changes: changes ?? possible[0] });
  const checks: ReportCheck[] = results.map((result) => ({ ...result, pictures: [] }));
  const stages = [{ slug: 'traces', name: 'Traces', summary: '', checks }];
  const content = writeContent(aReportInput({ conclusion, stages }));
  return { conclusion, texts: [renderMarkdownReport(content), toText(renderHtmlReport(content))] };
}

function toText(html: string): string {
  return html.replace(/<style>[\s\S]*?<\/style>/gu, '').replace(/<[^>]+>/gu, '. ');
}

/** A sentence that says of something that it is not there. */
const absence = /\b(?:no|not|nothing|none|never|without|nor|neither|absent|absence|free of|lacks?)\b/iu;
/** A sentence that says how far the search went, or what cannot be known, finds nothing absent. */
const searchWords =
  /nothing found in what was searched|generator, not recorded|not measured:|not (?:looked for|searched|compared|examined|checked|a clean bill|suffice|been measured|judge|confirmed)|noticed only by chance|could not (?:be|work)|no proof|nothing proves|no check could look|no finding (?:is on this side|suffices)|cannot show|no file can be called|too weak|does not (?:judge|suffice|allow)|how often|without (?:weight|traces|anomal|it, it would)|says nothing either way|criteria nobody|weighs nothing|with certainty/iu;

function listAbsences(text: string): string[] {
  return text.split(/(?<=[.!?])\s+|\n/u).filter((line) => absence.test(line) && !searchWords.test(line));
}

const unsearched = ({ changes }: Conclusion): readonly string[] =>
  changes.filter(({ depth }) => depth !== 'searched').map(({ change }) => changeWords[change]);

const cases = listCases();

it('no report states an absence of a kind of change that was not searched for in the whole file', () => {
  expect(new Set(cases.map((results) => write(results).conclusion.verdict)).size).toBe(5);
  const wrong = cases.flatMap((results) => {
    const { conclusion, texts } = write(results);
    // The sentence that states an absence names the kinds that it is about.
    return texts
      .flatMap(listAbsences)
      .filter(
        (line) =>
          !line.includes('No sign was found of') ||
          unsearched(conclusion).some((words) => line.includes(words)),
      );
  });
  expect([...new Set(wrong)]).toEqual([]);
});

it('a report with a search in part names what was left out', () => {
  const parted = cases
    .map(write)
    .filter(({ conclusion }) => conclusion.changes.some(({ depth }) => depth === 'in-part'));
  expect(parted.length).toBeGreaterThan(100);
  for (const { texts } of parted)
    for (const text of texts) expect(text).toContain('5 of 9 pages were not searched.');
});

it('an open report names its finding before it says that anything was not found', () => {
  for (const results of cases.filter(([first]) => first?.applicability.applicable === true)) {
    const { conclusion, texts } = write(results);
    if (conclusion.verdict !== 'unverified' || conclusion.strongest.against.length === 0) continue;
    for (const text of texts) {
      const found = text.indexOf('The check of page 2 ran');
      const absent = text.indexOf('No sign was found of');
      expect(found).toBeGreaterThan(-1);
      expect(absent === -1 || found < absent).toBe(true);
    }
  }
});

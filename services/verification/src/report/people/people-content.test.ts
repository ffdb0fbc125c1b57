import { expect, it } from 'vitest';
import { renderHtmlReport } from '../html.ts';
import { renderJsonReport } from '../json.ts';
import { renderMarkdownReport } from '../markdown.ts';
import type { ReportPeople } from '../report-input.ts';
import { aPicture, aReportInput } from '../report-input.fixture.ts';
import { writeContent } from '../write-content.ts';

const posterior = { prior: 0.1, manipulated: 0.357, synthetic: 0, authentic: 0 };
const people: ReportPeople = {
  without: { verdict: 'unverified', posterior: { ...posterior, manipulated: 0.1 } },
  posterior,
  stages: [
    {
      name: 'People mark changes',
      question: 'Was this image changed after it was taken?',
      answered: {
        count: 6,
        maxResponses: 7,
        testedWorkers: 2,
        options: [
          { label: 'Yes', count: 5 },
          { label: 'No', count: 1 },
        ],
        consensus: { label: 'Yes', probability: 0.93 },
        threshold: 0.7,
        llr: 0.7,
        isCapped: true,
        endedBy: 'decided',
        drawings: [aPicture({ legend: 'Blue: the area that people marked.' })],
      },
    },
    { name: 'People judge the maps', question: 'And now?', answered: null },
  ],
};
const input = aReportInput({ people });

it('states how many people answered, what they answered, and how that moved the verdict', () => {
  const written = renderMarkdownReport(writeContent(input));
  for (const text of [
    'What people answered',
    '6 answered, of at most 7. 2 of them had answered five or more control questions',
    'Yes: 5; No: 1',
    '“Yes” with 93 %; agreement needs 70 %.',
    'log₁₀ likelihood ratio 0.70, which is the limit',
    'The answers agreed.',
    'This stage was not needed.',
    'from 10 % to 35 %',
    'has not been measured yet',
  ])
    expect(written).toContain(text);
});

it('draws the marked area, and describes it for machines', () => {
  expect(renderHtmlReport(writeContent(input))).toContain('Blue: the area that people marked.');
  const report = JSON.parse(renderJsonReport(input)) as { people: unknown };
  expect(report.people).toMatchObject({
    without: { verdict: 'unverified' },
    stages: [{ answered: { count: 6, drawings: [{ sizeBytes: 70 }] } }, { answered: null }],
  });
});

it('has no such section where nobody was asked', () => {
  expect(writeContent(aReportInput()).sections.map(({ id }) => id)).not.toContain('people');
});

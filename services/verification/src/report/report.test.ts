import { describe, expect, it } from 'vitest';
import type { Verdict } from '../domain/fusion/conclusion.ts';
import { renderHtmlReport as htmlOf } from './html.ts';
import { renderJsonReport } from './json.ts';
import { renderMarkdownReport as markdownOf } from './markdown.ts';
import { aCheck, aConclusion, aPicture, aReportInput } from './report-input.fixture.ts';
import type { ReportInput } from './report-input.ts';
import { writeContent } from './write-content.ts';

const renderHtmlReport = (input: ReportInput): string => htmlOf(writeContent(input));
const renderMarkdownReport = (input: ReportInput): string => markdownOf(writeContent(input));

const verdicts: readonly Verdict[] = ['authentic', 'manipulated', 'synthetic', 'inconclusive', 'unverified'];
const hostileTexts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '&lt;script&gt;',
  '`${alert(1)}`',
  'javascript:alert(1)',
];

describe.each([
  ['HTML', renderHtmlReport],
  ['Markdown', renderMarkdownReport],
])('the %s report', (_, render) => {
  it('says verdict, for, against, not checked and how often wrong in this order', () => {
    const text = render(
      aReportInput({
        errorRate: {
          wrong: 0,
          scenes: 108,
          upperBound: 0.027,
          description: 'photographs',
          byChange: [],
          sentOn: null,
          condition: null,
          withheld: null,
          missedByOthers: [],
          rarelyJudged: [],
          makers: null,
          changedSince: [],
        },
      }),
    );
    const marks = [
      'Manipulated',
      'What speaks for',
      'What speaks against',
      'could not be checked',
      'was wrong',
      'SHA-256',
    ];
    const places = marks.map((mark) => text.lastIndexOf(mark));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((p, q) => p - q));
  });

  it('tells first what an inconclusive verdict rests on', () => {
    const text = render(aReportInput({ conclusion: aConclusion({ verdict: 'inconclusive' }) }));
    expect(text.indexOf('What speaks against')).toBeLessThan(text.indexOf('What speaks for'));
  });

  it('explains that unverified is no clean bill of health, and states no confidence for it', () => {
    const text = render(
      aReportInput({ conclusion: aConclusion({ verdict: 'unverified', confidence: 0.5 }) }),
    );
    expect(text).toContain('not a clean bill of health');
    expect(text).not.toMatch(/% confidence/);
  });

  it('rounds the confidence down, so that it never claims more than was computed', () => {
    expect(render(aReportInput({ conclusion: aConclusion({ confidence: 0.9799 }) }))).toContain('97 %');
  });

  it.each(verdicts)('is the same on every rendering for %s', (verdict) => {
    const input = aReportInput({ conclusion: aConclusion({ verdict }) });
    expect(render(input)).toBe(render(input));
  });
});

describe('the HTML report', () => {
  it.each(hostileTexts)('shows %s as text wherever it appears', (hostile) => {
    const page = renderHtmlReport(everywhere(hostile));
    const tags = page.replace(/<style>.*?<\/style>/s, '').match(/<[a-z][^>]*>/gi) ?? [];
    expect(page).not.toMatch(/<script|<iframe|<object|<embed|<form|<link|<base/i);
    expect(tags.filter((tag) => /\son[a-z]+\s*=/i.test(withoutValues(tag)))).toEqual([]);
    expect(tags.filter((tag) => /^<svg/i.test(tag) && !tag.includes('aria-hidden'))).toEqual([]);
    expect(page.split('<style>')).toHaveLength(2);
  });

  it('fetches nothing: every source is inlined data', () => {
    const page = renderHtmlReport(everywhere('https://example.org/x.png'));
    expect(
      [...page.matchAll(/\s(?:src|href|srcset|action)="([^"]*)"/g)].map(([, url]) => url?.slice(0, 5)),
    ).toEqual([...page.matchAll(/<img /g)].map(() => 'data:'));
    expect(page).not.toMatch(/url\(|@import/);
  });

  it('shows marks that reverse or hide parts of a file name', () => {
    const page = renderHtmlReport(everywhere('photo\u202Egpj.exe\u200B\u0000'));
    expect(page).not.toMatch(/[\u202a-\u202e\u200b\u0000]/);
    expect(page).toContain('photo\ufffdgpj.exe');
  });

  it('never inlines a picture that could run as a document', () => {
    const svg = aPicture({ mimeType: 'image/svg+xml', bytes: Buffer.from('<svg onload="alert(1)"/>') });
    const page = renderHtmlReport(withPictures([svg, aPicture({ mimeType: 'text/html' })]));
    expect(page).not.toContain('svg+xml');
    expect(page).not.toContain('data:text');
  });

  it('gives every picture an alternative text and every section a heading', () => {
    const page = renderHtmlReport(aReportInput());
    expect([...page.matchAll(/<img [^>]*>/g)].every(([tag]) => /alt="[^"]+"/.test(tag))).toBe(true);
    expect(page.match(/<section/g)).toHaveLength(page.match(/<h2/g)?.length ?? 0);
    expect(page).toContain('<html lang="en">');
  });

  it('stays readable without a preview, evidence, checks or files', () => {
    const conclusion = aConclusion({
      verdict: 'unverified',
      strongest: { for: [], against: [] },
      notChecked: [],
    });
    const page = renderHtmlReport(aReportInput({ conclusion, files: [], stages: [] }));
    expect(page).toContain('No finding is on this side.');
    expect(page).toContain('Every planned check could be carried out.');
  });
});

describe('the Markdown report', () => {
  it.each([
    ...hostileTexts,
    '# heading',
    '| cell |',
    '[link](javascript:alert(1))',
    '**bold**',
    '![x](http://e.org/x.png)',
    '1. item',
    '- item',
  ])('neutralises %s', (hostile) => {
    const text = renderMarkdownReport(everywhere(hostile));
    expect(text).not.toMatch(/<[a-z/!]/i);
    expect(text).not.toMatch(/(?<!\\)\]\(/);
    expect(text).not.toContain('**bold**');
    expect(text.split('\n').filter((line) => line.startsWith('# '))).toHaveLength(1);
  });
});

describe('the JSON report', () => {
  it('can be read back and holds no picture bytes', () => {
    const report: unknown = JSON.parse(renderJsonReport(everywhere('"}{</script>')));
    expect(report).toMatchObject({ schema: 'assay-report/1', conclusion: { verdict: 'manipulated' } });
    expect(JSON.stringify(report)).not.toContain('"bytes"');
  });
});

/** An input whose every free text is `text`. */
function everywhere(text: string): ReportInput {
  const base = aReportInput();
  const check = aCheck({
    check: text,
    statement: text,
    limits: [text],
    parameters: { [text]: text },
    version: text,
  });
  const evidence = {
    check: text,
    statement: text,
    proposition: 'manipulated',
    llr: 1,
    verbal: 'moderate',
  } as const;
  return {
    run: { ...base.run, id: text, pipelineName: text, pipelineSlug: text },
    files: base.files.map((file) => ({ ...file, name: text, mimeType: text, sha256: text })),
    claims: [{ key: text, value: text }],
    judged: [
      {
        key: text,
        verdict: 'contradicted',
        summary: text,
        evidence: [{ check: text, bearing: 'contradicts', statement: text }],
      },
    ],
    conclusion: aConclusion({
      explanation: text,
      strongest: { for: [evidence], against: [evidence] },
      notChecked: [{ check: text, reason: text }],
    }),
    stages: [
      {
        slug: text,
        name: text,
        summary: text,
        checks: [
          { ...check, pictures: [aPicture({ legend: text })] },
          aCheck({ check: `${text} 2`, statement: text }),
        ],
      },
    ],
    errorRate: {
      wrong: 1,
      scenes: 100,
      upperBound: 0.05,
      description: text,
      byChange: [{ change: text, scenes: 100, wrong: 1 }],
      sentOn: { files: 100, wrong: 90, how: text },
      condition: null,
      withheld: null,
      missedByOthers: [],
      rarelyJudged: [],
      makers: null,
      changedSince: [text],
    },
  };
}

function withPictures(pictures: ReturnType<typeof aPicture>[]): ReportInput {
  return aReportInput({ stages: [{ slug: 's', name: 'S', summary: '', checks: [aCheck({ pictures })] }] });
}

function withoutValues(tag: string): string {
  return tag.replace(/"[^"]*"/g, '""');
}

describe('what the HTML report says of its evidence', () => {
  const evidence = { proposition: 'manipulated', llr: 1.6, verbal: 'moderate', statement: 'Found.' } as const;
  const pageWith = (check: ReturnType<typeof aCheck>): string =>
    renderHtmlReport(
      aReportInput({
        conclusion: aConclusion({ strongest: { for: [{ ...evidence, check: check.check }], against: [] } }),
        stages: [{ slug: 's', name: 'S', summary: '', checks: [check] }],
      }),
    );

  it('tells a reviewed judgement from a measurement, and the scenes of the latter', () => {
    const judged = pageWith(aCheck({ check: 'c2pa', kind: 'structural', calibration: null }));
    expect(judged).toContain('Judged by reviewers, not measured: about 40 times as often');
    expect(judged).not.toContain('Measured:');
    const measured = pageWith(aCheck());
    expect(measured).toContain('Measured: about 40 times as often');
    expect(measured).toContain(
      '0 of 314 innocent scenes raised it falsely, 84 of 120 altered ones were found.',
    );
    const calibration = { innocentScenes: 9, falseAlarms: 0, alteredScenes: 8, found: 7 };
    const others = pageWith(
      aCheck({ calibration: { ...calibration, others: { alteredScenes: 6, found: 1 } } }),
    );
    expect(others).toContain('7 of 8 altered ones were found, and 1 of 6 that other people altered.');
  });

  it('names each kind of change and whether this file could have shown it', () => {
    const page = renderHtmlReport(aReportInput());
    expect(page).toContain('An area copied within the picture');
    expect(page).toContain('Looked for (Copied areas).');
    expect(page).toContain('It would have been noticed only by chance (Stored preview).');
    expect(page).toContain('Not looked for: this file cannot show it to any check there is.');
  });

  it('draws no bar for a criterion that says nothing', () => {
    const scored = (duplication: number): string =>
      renderHtmlReport(
        aReportInput({ conclusion: aConclusion({ scorecard: { duplication, coverage: 0.2 } }) }),
      );
    expect(scored(0.5)).toContain('Says nothing either way');
    expect(scored(0.02)).not.toContain('Says nothing either way');
  });

  it('says what the same evidence is worth where such files are rarer, and what the verdict hangs on', () => {
    const page = renderHtmlReport(aReportInput());
    expect(page).toContain(
      'If only 1 in 100 such files were manipulated, the same evidence would make it 42 %.',
    );
    expect(page).toContain('hangs on “Copied areas”');
  });

  it('folds away the maps of checks that found nothing', () => {
    const page = renderHtmlReport(
      aReportInput({ conclusion: aConclusion({ strongest: { for: [], against: [] } }) }),
    );
    expect(page).toMatch(/<details><summary>Where these checks looked<\/summary><div class="shots">/);
  });
});

describe('the pictures of the HTML report', () => {
  it.each(['weak', 'none'] as const)('are shown with a finding of %s support', (verbal) => {
    const evidence = {
      check: 'copy-move',
      statement: 'Nothing found.',
      proposition: 'authentic',
      llr: 0.1,
      verbal,
    } as const;
    const conclusion = aConclusion({ verdict: 'unverified', strongest: { for: [evidence], against: [] } });
    const page = renderHtmlReport(aReportInput({ conclusion }));
    expect(page.split('<figcaption>The same content found twice.')).toHaveLength(2);
  });

  it('are shown with a check that weighs nothing', () => {
    const conclusion = aConclusion({ strongest: { for: [], against: [] } });
    const page = renderHtmlReport(aReportInput({ conclusion }));
    expect(page.split('<figcaption>The same content found twice.')).toHaveLength(2);
  });
});

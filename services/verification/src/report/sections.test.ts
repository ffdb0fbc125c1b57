import { describe, expect, it } from 'vitest';
import { renderHtmlReport as htmlOf } from './html.ts';
import { renderMarkdownReport as markdownOf } from './markdown.ts';
import { aCheck, aConclusion, aPicture, aReportInput } from './report-input.fixture.ts';
import { writeContent } from './write-content.ts';

describe.each([
  ['HTML', htmlOf],
  ['Markdown', markdownOf],
])('the sections of the %s report', (format, renderContent) => {
  const render = (input: Parameters<typeof writeContent>[0]): string => renderContent(writeContent(input));

  it('tells what Content Credentials state: who signed, what was done, what the file was made from', () => {
    const ingredients = [
      {
        title: 'A.jpg',
        hasManifest: true,
        ingredients: [{ title: 'raw.dng', hasManifest: false, ingredients: [] }],
      },
    ];
    const facts = {
      signer: { commonName: 'A Signer', signedAt: '2026-01-02T03:04:05Z' },
      claimGenerator: 'Editor 3',
      actions: [
        { action: 'c2pa.opened', softwareAgent: null, when: null },
        { action: 'c2pa.placed', softwareAgent: 'Editor', when: null },
      ],
      ingredients,
    };
    const checks = [aCheck({ check: 'c2pa', facts })];
    const text = render(aReportInput({ stages: [{ slug: 'p', name: 'Provenance', summary: '', checks }] }));
    expect(text).toContain('A Signer, 2026-01-02 03:04:05 UTC');
    expect(text).toContain('opened; another file placed in it (Editor)');
    expect(text).toMatch(/A\.jpg \(with .+, made from raw\.dng \(without Content Credentials of its own\)\)/);
    expect(render(aReportInput())).not.toContain('Content Credentials state');
  });

  it('says of an examination whose verdicts were not evaluated that nobody knows how often they are wrong', () => {
    expect(render(aReportInput())).toContain('has not been measured for examinations of this kind');
    const ofClaims = aConclusion({ claims: { supported: 1, contradicted: 0, not_checkable: 0 } });
    expect(render(aReportInput({ conclusion: ofClaims }))).toContain(
      'call no file manipulated or artificial',
    );
  });

  it('tells of several files first what they say together, and names how many there are', () => {
    const [file] = aReportInput().files;
    if (file === undefined) throw new Error('there is a file');
    const drawing = aPicture({ legend: 'Left: a; right: b.' });
    const related = aCheck({
      check: 'picture-relations',
      statement: 'Two show the same.',
      llrManipulated: 0,
      pictures: [drawing],
    });
    const text = render(
      aReportInput({
        files: [file, { ...file, name: 'part.jpg' }],
        stages: [{ slug: 'relations', name: 'Relations', summary: '', checks: [related] }],
      }),
    );
    const first = text.indexOf('What the files say together');
    expect(first).toBeGreaterThan(0);
    expect(text.indexOf('Two show the same.')).toBeGreaterThan(first);
    expect(text.indexOf('What speaks for')).toBeGreaterThan(first);
    expect(text).not.toContain('without weight for this verdict');
    // Markdown holds no images.
    expect(text.includes('Left: a; right: b.')).toBe(format === 'HTML');
    expect(text).not.toContain('Where these checks looked');
  });

  it('tells with a finding what people should look for, and what to ignore', () => {
    const text = render(aReportInput());
    expect(text).toContain('Look for');
    expect(text).toContain('The same small details in the same order at both places');
    expect(text).toContain('What repeats by itself: windows, tiles');
  });
});

import { describe, expect, it } from 'vitest';
import { finding, notApplicable } from '@assay/checks/check/check-result';
import type { CheckResult } from '@assay/checks/check/check';
import { conclude } from '../../domain/fusion/conclude.ts';
import { writeHeadline } from './headline.ts';

const copyMove = {
  slug: 'copy-move',
  version: '3',
  kind: 'structural',
  criterion: 'duplication',
  searchesFor: ['copied-area'],
} as const;
const metadata = {
  slug: 'exif-consistency',
  version: '3',
  kind: 'structural',
  criterion: 'metadata_consistency',
} as const;
const quiet = finding(copyMove, { statement: 'Compared with itself.' });
const contradictory = finding(metadata, {
  llrManipulated: 0.2,
  statement: 'The camera metadata contradict themselves: Canon as maker, the maker’s own data are of Sony.',
  facts: { contradictions: ['Canon as maker, the maker’s own data are of Sony'] },
});
const box = { boundingBox: { x: 10, y: 10, width: 50, height: 50 } };
const weak = finding(copyMove, {
  llrManipulated: 0.25,
  statement: 'Two places look alike.',
  locations: [box],
});

const write = (...results: readonly CheckResult[]) => {
  const conclusion = conclude(results, { changes: ['copied-area', 'generated'] });
  expect(conclusion.verdict).toBe('unverified');
  const headline = writeHeadline({ conclusion, judged: [], files: [{}], results });
  return { ...headline, explanation: conclusion.explanation };
};

describe('the headline of a file without a verdict', () => {
  it('says that nothing was found only of what was searched whole', () => {
    const { title, meaning } = write(quiet);
    expect(title).toBe('Unverified: nothing found in what was searched');
    expect(meaning).toContain('No sign was found of an area copied within the picture.');
    expect(meaning).toContain('Not looked for, or noticed only by chance: content made by a generator.');
  });

  it('names a weak sign with its place, and denies it nowhere', () => {
    const { title, meaning, explanation } = write(weak);
    expect(title).toBe('Unverified: a weak sign, look at the marked place');
    expect(meaning).toMatch(/^Two places look alike\./u);
    expect(explanation).toMatch(/^Two places look alike/u);
    expect(`${meaning} ${explanation}`).not.toMatch(/no sign|nothing was found/iu);
  });

  it('says first that metadata contradict themselves', () => {
    const { title, meaning, explanation } = write(weak, contradictory);
    expect(title).toBe('Unverified: the metadata contradict themselves');
    expect(meaning).toContain('Canon as maker');
    expect(explanation).toContain('Canon as maker');
  });

  it('names what was left out of a search, and finds nothing absent there', () => {
    const part = { unit: 'place', total: 40, searched: 30, why: 'limit' } as const;
    const { title, meaning, explanation } = write({ ...quiet, searched: [part] });
    expect(title).toBe('Unverified: a part of the file was not searched');
    for (const text of [meaning, explanation]) {
      expect(text).toContain('10 of 40 places were not compared.');
      expect(text).not.toMatch(/no sign/iu);
    }
  });

  it('quotes tracked changes before it says that nothing was examined', () => {
    const tracked = finding(
      { slug: 'docx-history', version: '2', kind: 'structural', criterion: 'container_structure' },
      { statement: 'On 3 May, Jane Doe inserted “4”.', facts: { tracked: [{ inserted: '4' }] } },
    );
    const refused = notApplicable(copyMove, 'the file is not an image');
    const { title, meaning, explanation } = write(refused, tracked);
    expect(title).toBe('Unverified: tracked changes to read');
    expect(meaning).toMatch(/^On 3 May, Jane Doe inserted “4”\. .* The content itself was not examined\.$/u);
    expect(explanation).toMatch(/^On 3 May, Jane Doe inserted “4”/u);
  });

  it('points at a place that a check marked without weight', () => {
    const noticed = finding(metadata, { statement: 'Text is covered.', locations: [{ page: 2 }] });
    expect(write(quiet, noticed).title).toBe('Unverified: a place to look at: page 2');
  });
});

import { describe, expect, it } from 'vitest';
import { finding } from '@assay/checks/check/check-result';
import { findCondition } from './file-condition.ts';

const gate = (history: Record<string, string | number | boolean | null>) =>
  finding(
    { slug: 'ingest-gate', version: '2', kind: 'structural', criterion: 'compression_history' },
    { statement: '', facts: { history } },
  );
const jpeg = { format: 'image/jpeg', megapixels: 12, resaved: false, stripped: false };

describe('the condition of a file', () => {
  it.each([
    ['small', { ...jpeg, megapixels: 0.2 }],
    ['saved-once', jpeg],
    ['saved-again', { ...jpeg, resaved: true }],
    ['saved-again', { ...jpeg, stripped: true }],
    ['not-jpeg', { ...jpeg, format: 'image/png', megapixels: null }],
  ])('is %s', (condition, history) => {
    expect(findCondition([gate(history)])).toBe(condition);
  });

  const documentCheck = (slug: string, facts: Record<string, number> = {}) =>
    finding(
      { slug, version: '1', kind: 'structural', criterion: 'container_structure' },
      { statement: '', facts },
    );
  const revisions = (revisionCount: number) => documentCheck('pdf-revisions', { revisionCount });

  it.each([
    ['docx', [documentCheck('docx-history')]],
    ['signed-pdf', [revisions(2), documentCheck('pdf-signatures')]],
    ['pdf-with-revisions', [revisions(2)]],
    ['pdf-written-whole', [revisions(1)]],
  ])('of a document is %s', (condition, results) => {
    expect(findCondition(results)).toBe(condition);
  });

  it('is unknown for recordings', () => {
    expect(findCondition([])).toBeNull();
  });
});

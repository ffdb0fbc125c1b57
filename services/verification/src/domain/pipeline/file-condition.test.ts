import { describe, expect, it } from 'vitest';
import { finding } from '../../checks/check-result.ts';
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

  it('is unknown of recordings and documents', () => {
    expect(findCondition([])).toBeNull();
  });
});

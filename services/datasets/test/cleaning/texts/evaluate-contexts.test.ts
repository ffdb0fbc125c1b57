import { beforeAll, describe, expect, it } from 'vitest';
import { valueKinds } from './corpus/world-language.ts';
import { worldLanguages } from './corpus/world-languages.ts';
import { evaluateContexts, printContextEvaluation, readRate } from './evaluate-contexts.ts';
import type { ContextEvaluation } from './evaluate-contexts.ts';

describe('personal data in the writing of nineteen languages', () => {
  let evaluation: ContextEvaluation;
  beforeAll(() => {
    evaluation = evaluateContexts({ seed: 700_000, numbersPerName: 6 });
    console.log(printContextEvaluation(evaluation));
  });

  it.each(Object.keys(worldLanguages))('is found in %s: at least 95 %%', (language) => {
    expect(readRate(evaluation.found, language)).toBeGreaterThanOrEqual(0.95);
  });

  it.each(valueKinds)('is found as %s: at least 95 %% in all languages together', (kind) => {
    const byKind = Object.entries(evaluation.found).map(([language, shares]) => [
      language,
      { all: shares[kind] },
    ]);
    expect(readRate(Object.fromEntries(byKind))).toBeGreaterThanOrEqual(0.95);
  });

  it('at most 1 % of ordinary numbers are masked', () => {
    expect(readRate(evaluation.masked)).toBeLessThanOrEqual(0.01);
  });

  it('no words around a value are masked', () => {
    expect(evaluation.damaged).toBe(0);
  });
});

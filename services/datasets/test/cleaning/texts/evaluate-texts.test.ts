import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { sumShares } from './evaluate-personal-data.ts';
import { evaluateTexts, printTextEvaluation } from './evaluate-texts.ts';
import type { TextEvaluation } from './evaluate-texts.ts';

const media = fileURLToPath(new URL('../../../../../../shared/media/', import.meta.url));

describe('the evaluation of texts', () => {
  let evaluation: TextEvaluation;
  beforeAll(async () => {
    evaluation = await evaluateTexts(media, { filesPerLanguage: 12, textsPerLanguage: 2 });
    console.log(printTextEvaluation(evaluation));
  }, 600_000);

  it('finds at least 95 % of planted personal data of each kind', () => {
    for (const shares of Object.values(evaluation.personalData.found)) {
      const { masked, total } = sumShares(Object.values(shares));
      expect(masked / total).toBeGreaterThanOrEqual(0.95);
    }
  });

  it('masks at most 1 % of ordinary numbers', () => {
    const { masked, total } = sumShares(Object.values(evaluation.personalData.ordinary));
    expect(total).toBeGreaterThan(1_000);
    expect(masked / total).toBeLessThanOrEqual(0.01);
  });

  it('finds near-duplicates with a recall of 95 % and a precision of 99 %', () => {
    const { near, nearFound, found, foundNear } = evaluation.similarity;
    expect(near).toBeGreaterThan(50);
    expect(nearFound / near).toBeGreaterThanOrEqual(0.95);
    expect(foundNear / found).toBeGreaterThanOrEqual(0.99);
  });

  it('changes nothing in a second pass', () => {
    const { personalData, standard, documents } = evaluation;
    expect([personalData.changedAgain, standard.changedAgain, documents.changedAgain]).toEqual([0, 0, 0]);
  });

  it('leaves texts in the standard form as they are, and removes what is no text', () => {
    const { outcomes } = evaluation.standard;
    expect(outcomes).toEqual({ changed: 30, unchanged: 6, 'removed: empty': 1, 'removed: undecodable': 1 });
  });
});

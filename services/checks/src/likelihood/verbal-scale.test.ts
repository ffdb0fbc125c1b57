import { expect, it } from 'vitest';
import { logRatioToWords } from './verbal-scale.ts';

it.each([
  [0, 'none'],
  [0.3, 'none'],
  [0.31, 'weak'],
  [1, 'moderate'],
  [2, 'moderately strong'],
  [3, 'strong'],
  [4, 'very strong'],
  [-3.5, 'strong'],
] as const)('puts a structural log ratio of %f in the words of the ENFSI scale: %s', (llr, words) => {
  expect(logRatioToWords(llr, 'structural')).toBe(words);
});

it('never puts a statistical ratio above moderately strong', () => {
  expect(logRatioToWords(5, 'statistical')).toBe('moderately strong');
});

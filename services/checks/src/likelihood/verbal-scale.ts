import type { EvidenceKind, VerbalSupport } from '../check/check.ts';

const verbalScale: readonly { readonly atLeast: number; readonly words: VerbalSupport }[] = [
  { atLeast: 4, words: 'very strong' },
  { atLeast: 3, words: 'strong' },
  { atLeast: 2, words: 'moderately strong' },
  { atLeast: 1, words: 'moderate' },
  { atLeast: Math.log10(2), words: 'weak' },
];

/**
 * ENFSI Guideline for Evaluative Reporting (2015): LR 2–10 weak, 10–100 moderate, 100–1k moderately strong,
 * 1k–10k strong, above very strong. The sign is not part of the words. A statistical check calibrated on at most 200
 * innocent files never gets more than "moderately strong".
 */
export function logRatioToWords(log10Ratio: number, kind: EvidenceKind): VerbalSupport {
  const limit = kind === 'statistical' ? Math.min(Math.abs(log10Ratio), 2) : Math.abs(log10Ratio);
  return verbalScale.find((step) => limit >= step.atLeast)?.words ?? 'none';
}

import type { ImageFeatures } from '../../../cleaning/images/similar/image-features.ts';
import type { FileFeatures } from '../../../cleaning/treatment.ts';
import type { IssueType } from '../../issue/issue.ts';
import type { PlacedIssue } from './find-outlier-issues.ts';

/** A property of an image that makes it hard to use. */
interface Defect {
  readonly type: IssueType;
  readonly threshold: number;
  /** True if smaller values are worse. */
  readonly isLow: boolean;
  readonly explanation: string;
  /** Returns undefined if the features do not have the value. */
  readonly measure: (features: ImageFeatures) => number | undefined;
}

/** Share of the full range that nearly all grey values are below or above: a standard deviation from their mean. */
const measureTone = ({ vector: [brightness, contrast] }: ImageFeatures, sign: number): number | undefined =>
  brightness === undefined || contrast === undefined ? undefined : brightness + sign * contrast;

/**
 * The thresholds were set on 41 photographs: sharp ones reach a blur of 0.6, most of those blurred by 8 of 1,024 pixels 0.7; their tones are
 * between 0.35 and 0.65.
 */
const defects: readonly Defect[] = [
  {
    type: 'blurry',
    threshold: 0.7,
    isLow: false,
    explanation: 'The image is blurred: it has no sharp edges.',
    measure: ({ blur }) => blur,
  },
  {
    type: 'dark',
    threshold: 0.12,
    isLow: true,
    explanation: 'The image is too dark: nearly all of it is close to black.',
    measure: (features) => measureTone(features, 1),
  },
  {
    type: 'overexposed',
    threshold: 0.85,
    isLow: false,
    explanation: 'The image is overexposed: nearly all of it is close to white.',
    measure: (features) => measureTone(features, -1),
  },
  {
    type: 'small',
    threshold: 128,
    isLow: true,
    explanation: 'The image is small: its shorter side has fewer than 128 pixels.',
    measure: ({ width, height }) => Math.min(width, height),
  },
];

/** Finds the defects of an image, each with its value and threshold. The image stays in the dataset. */
export function findUnusableImages(place: number, features: FileFeatures): readonly PlacedIssue[] {
  if (features.kind !== 'image') return [];
  return defects.flatMap(({ type, threshold, isLow, explanation, measure }) => {
    const value = measure(features);
    if (value === undefined || (isLow ? value >= threshold : value <= threshold)) return [];
    const score = isLow ? 1 - value / threshold / 2 : 0.5 + (value - threshold) / (1 - threshold) / 2;
    return [
      { place, type, score: Math.max(0.5, Math.min(1, score)), explanation, facts: { value, threshold } },
    ];
  });
}

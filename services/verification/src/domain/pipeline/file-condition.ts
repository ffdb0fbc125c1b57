import type { CheckResult } from '../../checks/check.ts';

/** The facts on which the chance to find a change in an image depends most: its size, and how it was saved last. */
export type FileCondition = 'small' | 'saved-once' | 'saved-again' | 'not-jpeg';

/** Megapixels below which hardly any change is found. */
const smallBelow = 0.25;

/** The condition of an image, as the check of its compression history tells it; null for other files. */
export function findCondition(
  results: readonly Pick<CheckResult, 'check' | 'applicability' | 'facts'>[],
): FileCondition | null {
  const gate = results.find(
    ({ check, applicability }) => check === 'ingest-gate' && applicability.applicable,
  );
  const history = gate?.facts['history'];
  if (history === null || typeof history !== 'object' || !('format' in history)) return null;
  const { megapixels, format, resaved, stripped } = history;
  if (typeof megapixels === 'number' && megapixels < smallBelow) return 'small';
  if (format !== 'image/jpeg') return 'not-jpeg';
  return resaved === true || stripped === true ? 'saved-again' : 'saved-once';
}

/** Each condition as part of a sentence about images. */
export const conditionWords: Readonly<Record<FileCondition, string>> = {
  small: 'images below 0.25 megapixels',
  'saved-once': 'JPEG images that no program saved after the camera, as far as their structure shows',
  'saved-again': 'JPEG images that a program saved, or without camera data',
  'not-jpeg': 'images in another format than JPEG, such as PNG and WebP',
};

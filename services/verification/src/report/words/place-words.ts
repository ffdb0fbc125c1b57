import type { FindingLocation } from '@assay/checks/check/check';

/** Returns the place of a finding, as the end of "look …". */
export function describePlace({ page, boundingBox, startSeconds, endSeconds }: FindingLocation): string {
  if (page !== undefined) return `at page ${String(page)}`;
  if (boundingBox !== undefined) return 'at the marked place';
  if (startSeconds === undefined) return 'at the finding';
  const from = formatSeconds(startSeconds);
  return endSeconds === undefined ? `at ${from} s` : `at ${from} to ${formatSeconds(endSeconds)} s`;
}

/** Seconds to the tenth. */
function formatSeconds(seconds: number): string {
  return seconds.toFixed(1);
}

import { describe, expect, it } from 'vitest';
import { check as captureTimeline } from '@assay/checks/files/capture-timeline/check';
import { checkFiles, takePhotograph } from '@assay/checks/files/check-files.fixture';
import type { CheckResult } from '@assay/checks/check/check';
import { judgeClaims } from '../../src/domain/claim/judge-claims.ts';

describe('capture-timeline', () => {
  const claims = { claimed_datetime: '2024-07-15T12:00:00Z' };
  const findVerdict = (result: CheckResult): string | undefined => judgeClaims(claims, [result])[0]?.verdict;

  it.each<[string, readonly string[], string]>([
    ['all fit', ['2024:07:15 10:00:00', '2024:07:15 13:00:00'], 'supported'],
    ['some fit', ['2024:07:15 10:00:00', '2023:01:20 13:00:00'], 'not_checkable'],
    ['none fits', ['2023:01:20 10:00:00', '2023:01:20 13:00:00'], 'contradicted'],
  ])('judges a claimed time of which %s', async (_what, times, verdict) => {
    const files = await Promise.all(times.map(async (time) => ({ bytes: await takePhotograph(time) })));
    expect(findVerdict(await checkFiles(captureTimeline, files, claims))).toBe(verdict);
  });
});

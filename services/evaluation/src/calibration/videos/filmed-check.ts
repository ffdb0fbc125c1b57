import type { Check, CheckResult } from '@assay/checks/check/check';
import type { Told } from '../measuring/told-places.ts';
import type { VideoChange } from './changed-videos.ts';

/** How a check of what is filmed is measured on videos. */
export interface FilmedCheck {
  readonly check: Check;
  /** The changes it has to find, or to notice. */
  readonly changes: readonly VideoChange[];
  /** The places it points at, null where what is told has no place; empty where it tells nothing. */
  readonly told: (result: CheckResult) => readonly Told<number | null>[];
}

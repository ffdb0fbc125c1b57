import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { Check, CheckResult } from '@assay/checks/check/check';
import type { ScoreCalibration } from '@assay/checks/likelihood/score-calibration';
import type { Told } from '../measuring/told-places.ts';
import type { RecordingChange } from './recording-files.ts';

/** How a check of audio is measured on recordings. */
export interface RecordedCheck {
  readonly check: Check;
  readonly searchesFor: readonly ChangeKind[];
  /** The changes it has to find. */
  readonly changes: readonly RecordingChange[];
  /** The places it points at; empty where it tells nothing. */
  readonly told: (result: CheckResult) => readonly Told<number>[];
  /** The table it weighs by; missing where the figures do not support one, and are printed alone. */
  readonly table?: ScoreCalibration;
}

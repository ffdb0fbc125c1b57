import type { Measuring } from './measure-pictures.ts';
import type { Photograph } from './photographs.ts';

/** What a calibration is made from. */
export interface CalibrationWork extends Measuring {
  /** None of them from a source that is held out. */
  readonly photographs: readonly Photograph[];
  /** Recordings of sound and, below, videos, to which the same applies. */
  readonly recordings: readonly Photograph[];
  readonly videos: readonly Photograph[];
  /** Whether all recordings and videos come from sources that are held out, and there are no photographs. */
  readonly areHeldOut: boolean;
  /** Prints, and writes no table. */
  readonly isDryRun: boolean;
}

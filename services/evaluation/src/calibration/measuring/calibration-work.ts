import type { Measuring } from './measure-pictures.ts';
import type { Photograph } from './photographs.ts';

/** What a calibration is made from. */
export interface CalibrationWork extends Measuring {
  /** None of them from a source that is held out. */
  readonly photographs: readonly Photograph[];
  /** Photographs of sources that are held out, of which only the false alarms of a check may be counted. */
  readonly confirming: readonly Photograph[];
  /** A folder of images that other people altered, with their labels and masks; null for none. */
  readonly forgeries: string | null;
  /** Recordings of sound and, below, videos, to which the same applies. */
  readonly recordings: readonly Photograph[];
  readonly videos: readonly Photograph[];
  /** Whether all recordings and videos come from sources that are held out, and there are no photographs. */
  readonly areHeldOut: boolean;
  /** True where the photographs are further pristine scenes, whose false alarms are added to a table. */
  readonly confirms: boolean;
  /** Prints, and writes no table. */
  readonly isDryRun: boolean;
}

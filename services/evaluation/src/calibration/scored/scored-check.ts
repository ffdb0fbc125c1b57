import type { Forgery } from '../../verdicts/pictures/forgeries.ts';
import type { ChangeKind } from '@assay/checks/search/change-kinds';
import type { ScoredFile } from '@assay/checks/pixels/scored-file';
import type { ScoreCalibration } from '@assay/checks/likelihood/score-calibration';
import type { Check, PixelImage, Subject } from '@assay/checks/check/check';

/**
 * How a check that judges a file by one number is calibrated. It says how a file is measured, from its bytes and with the code
 * a run uses, and which forgeries it has to find.
 */
export interface ScoredCheck extends Pick<Check, 'gate'> {
  /** Its ratio speaks of the changes that the check searches for. */
  readonly manifest: { readonly slug: string; readonly searchesFor: readonly ChangeKind[] };
  /** Null where the check does not work on the file. */
  readonly measure: (subject: Subject) => Promise<ScoredFile | null>;
  readonly forgers: readonly Forger[];
  /** The types of files it works on; pristine files of others are not made. All where it says nothing. */
  readonly mimeTypes?: readonly string[];
  /**
   * Images that this check in particular must not point at, beside those that people process as usual. Its false alarms count,
   * its scenes do not.
   */
  readonly innocents?: readonly InnocentMaker[];
  /**
   * True where pristine scenes of sources that are held out count among the false alarms too. Their scores set no step of the table,
   * so that a threshold chosen on one part is bounded on both.
   */
  readonly isConfirmed?: true;
  /** The table of the check as it is, which `--confirm` extends; missing where that was never needed. */
  readonly table?: ScoreCalibration;
}

/** How what is made of a photograph is saved: as a JPEG where it says nothing. */
interface Saved {
  readonly savedAs?: 'image/jpeg' | 'image/png';
}

/** Makes one forgery of a photograph, of at most 2,000 pixels a side, by random numbers of its own. */
export interface Forger extends Saved {
  readonly name: string;
  /** Null where the photograph has no place for it. */
  readonly forge: (picture: PixelImage, help: ForgerHelp) => Promise<Forgery | null> | Forgery | null;
  /** JPEG qualities between which the forged image is saved; 85 to 95 where it says nothing. */
  readonly qualities?: readonly [number, number];
}

export interface ForgerHelp {
  readonly random: () => number;
  /** A photograph of another scene. */
  readonly donor: () => Promise<PixelImage>;
}

/** Makes a pristine image of a photograph; it is saved as a forged one is. */
export interface InnocentMaker extends Saved {
  readonly name: string;
  readonly make: (picture: PixelImage, random: () => number) => Promise<PixelImage>;
}

import { readExif } from '@assay/media/exif/read-exif';
import type { ScoreCalibration } from '../likelihood/score-calibration.ts';
import { measuredScenes, pointsAbove, scoreLlr } from '../likelihood/score-calibration.ts';
import { finding } from '../check/check-result.ts';
import type { ChangeKind } from '../search/change-kinds.ts';
import type { Calibration, Check, CheckResult, Subject } from '../check/check.ts';
import type { SearchedPart } from '../search/searched-part.ts';
import { stateNear } from './statement-words.ts';
import type { NearScenes } from './statement-words.ts';
import { drawPlace } from './drawings/draw-place.ts';
import type { Place } from './drawings/draw-place.ts';
import { placeLocation } from './drawings/place-box.ts';
import { toOrientation } from './planes/orientation.ts';

/** A check that judges an image by one number, and what was measured of it. */
export interface ScoredImageCheck {
  readonly manifest: Pick<Check, 'slug' | 'version' | 'criterion' | 'kind' | 'mayNotice'> & {
    readonly searchesFor: readonly ChangeKind[];
  };
  readonly calibrationTable: ScoreCalibration;
}

/** What such a check found. */
export interface ScoredPlace extends Pick<CheckResult, 'limits' | 'facts' | 'parameters'> {
  readonly score: number;
  /** Null where it names no place. */
  readonly place: Place | null;
  /** One sentence for people where the check points. */
  readonly statePlace: (measured: Calibration) => string;
  /** The sentence where there is nothing to show, built by `stateAbsence` from `searched`. */
  readonly stateNothing: readonly string[];
  /** The areas that stand out, and those of them that were judged. */
  readonly searched: readonly SearchedPart[];
  /** What the drawing shows, as a sentence; it names the colour orange. */
  readonly legend: string;
}

/** Weighs the score by the calibration; where it points, the place is stated and drawn as the image is displayed. */
export async function scoredFinding(
  subject: Subject,
  { manifest, calibrationTable }: ScoredImageCheck,
  { score, place, statePlace, stateNothing, legend, parameters, ...found }: ScoredPlace,
): Promise<CheckResult> {
  const { searchesFor } = manifest;
  const measured = measuredScenes(calibrationTable, searchesFor);
  const pointed = score > pointsAbove(calibrationTable, searchesFor) ? place : null;
  const near = countNear(score, calibrationTable);
  const stateUnpointed = (): string => (near === null ? stateNothing.join(' ') : stateNear(near));
  return finding(manifest, {
    ...found,
    llrManipulated: scoreLlr(score, calibrationTable, searchesFor),
    calibration: measured,
    statement: pointed === null ? stateUnpointed() : statePlace(measured),
    parameters: { ...parameters, calibration: calibrationTable.version },
    ...(pointed === null ? {} : await show(subject, pointed, legend)),
  });
}

/** Counts the pristine scenes that score as high; null where nearly all do, so that the score says nothing. */
function countNear(score: number, { innocentScenes: scenes, steps }: ScoreCalibration): NearScenes | null {
  const falseAlarms = steps.findLast(({ above }) => score > above)?.falseAlarms;
  return falseAlarms === undefined ? null : { scenes, near: falseAlarms };
}

/** Where the place is, and its drawing; both as the image is displayed. */
async function show(
  subject: Subject,
  place: Place,
  legend: string,
): Promise<Pick<CheckResult, 'artifacts' | 'locations'>> {
  const exif = await readExif(subject.bytes, subject.mimeType);
  const image = await subject.pixels();
  const orientation = toOrientation(exif?.orientation);
  const location = placeLocation(place, image, orientation);
  return {
    artifacts: await drawPlace({ image, orientation, place, legend }),
    locations: location === null ? [] : [location],
  };
}

import type { AreaMeasures } from './area-measures.ts';

/** Areas that are not judged, whatever else they look like. */
export const judgedAreas = {
  /** An area of one colour, or without a trace of grain at all, was drawn: a caption, a mask, a bar. */
  leastBrightnessSpread: 1.5,
  leastActivity: 0.1,
  /** Of the ninth decile of the activity to its median: what was filled in or blurred is even. */
  mostUnevenness: 3,
  leastFilling: 0.4,
  mostEdgeShare: 0.2,
} as const;

/** Lettering and foliage are busier than this, in grey levels; that a place beside them is smoother says no more for it. */
const busyEnough = 8;
/** No activity is told apart below this, in grey levels. */
const quietest = 0.05;

/**
 * Natural log odds of a fill by a logistic regression on the calibration's photographs, weights rounded. Every weight has
 * the sign reason gives it: a fill has far less grain than what is around it, takes up the colours beside it, is compact, lies
 * inside the picture, and is smoother than what is as bright elsewhere. Null for an area that is not judged.
 */
export function scoreArea(area: AreaMeasures): number | null {
  if (!isJudged(area)) return null;
  const grain = Math.log(area.activity + quietest);
  return (
    1.3 * (Math.log(Math.min(area.activityAround, busyEnough) + quietest) - grain) -
    1.1 * grain +
    0.7 * Math.log(area.share) +
    2.4 * area.filling -
    1.2 * Math.log(area.raggedness) -
    13.5 * area.edgeShare -
    0.75 * Math.log(area.alikeSmooth + 0.002) +
    1.05 * Math.log(area.alike + 0.01) -
    1.8 * Math.log(area.colourStep) -
    1.1
  );
}

function isJudged(area: AreaMeasures): boolean {
  return (
    area.brightnessSpread >= judgedAreas.leastBrightnessSpread &&
    area.activity >= judgedAreas.leastActivity &&
    area.filling > judgedAreas.leastFilling &&
    area.edgeShare < judgedAreas.mostEdgeShare &&
    area.highActivity < area.activityAround &&
    area.highActivity <= judgedAreas.mostUnevenness * area.activity
  );
}

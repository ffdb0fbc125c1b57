import type { ScoreTable } from '@assay/checks/likelihood/score-calibration';
import type { SceneScores } from '../measuring/scene-scores.ts';
import { forgedScenes, foundScenes, innocentScores } from '../measuring/scene-scores.ts';

/** Scenes that a table counts beside those whose scores are its steps. */
interface CountedApart {
  /** Pristine scenes of other sources: their false alarms count, their scores are no steps. */
  readonly confirming?: readonly SceneScores[];
  /** Scenes of hard negatives that the calibration makes. Their false alarms count, they do not: so many more would dilute the others. */
  readonly hardNegatives?: readonly SceneScores[];
  /** Scenes that other people altered. */
  readonly others?: readonly SceneScores[];
}

/** How many false alarms the loosest step allows. */
const maxFalseAlarms = 25;
export function buildCalibration(
  scenes: readonly SceneScores[],
  { confirming = [], hardNegatives = [], others = [] }: CountedApart = {},
): ScoreTable {
  const innocentScenes = innocentScores([...scenes, ...confirming]).length;
  const negatives = [...scenes, ...confirming, ...hardNegatives];
  const hasOthers = forgedScenes(others) > 0;
  const falling = innocentScores([...scenes, ...hardNegatives]).toSorted((p, q) => q - p);
  const steps = [...new Set(falling.slice(0, maxFalseAlarms + 1))].map((above) => {
    const count = (altered: readonly SceneScores[]): number =>
      Math.floor(foundScenes(altered, (score) => score > above));
    const raised = negatives.filter((one) => (one.innocent ?? -Infinity) > above);
    const falseAlarms = Math.min(innocentScenes, new Set(raised.map(({ scene }) => scene)).size);
    const step = { above, falseAlarms, found: count(scenes) };
    return hasOthers ? { ...step, foundOfOthers: count(others) } : step;
  });
  return {
    innocentScenes,
    alteredScenes: forgedScenes(scenes),
    ...(hasOthers ? { othersScenes: forgedScenes(others) } : {}),
    steps: steps.toReversed(),
  };
}

/** Returns a table that also counts the false alarms of further pristine scenes. */
export function confirmCalibration(table: ScoreTable, confirming: readonly SceneScores[]): ScoreTable {
  const scores = innocentScores(confirming);
  const { innocentScenes, alteredScenes, othersScenes, confirmedScenes = 0, steps } = table;
  return {
    innocentScenes: innocentScenes + scores.length,
    alteredScenes,
    confirmedScenes: confirmedScenes + scores.length,
    ...(othersScenes === undefined ? {} : { othersScenes }),
    steps: steps.map((step) => ({
      ...step,
      falseAlarms: step.falseAlarms + scores.filter((score) => score > step.above).length,
    })),
  };
}

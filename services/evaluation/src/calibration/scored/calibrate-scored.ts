import type { CalibrationWork } from '../measuring/calibration-work.ts';
import { measurePictures } from '../measuring/measure-pictures.ts';
import { isHeldOut } from '../measuring/photographs.ts';
import { measurePhotograph, sceneScores } from './measure-files.ts';
import type { ScoredLine } from './measure-files.ts';
import { listOriginals } from '../../verdicts/pictures/others-forgeries.ts';
import { listOthers } from './others-files.ts';
import { printScored } from './print-scored.ts';
import { buildCalibration, confirmCalibration } from './build-calibration.ts';
import type { ScoreCalibration } from '@assay/checks/likelihood/score-calibration';
import type { ScoredCheck } from './scored-check.ts';
import { writeTable } from '../measuring/write-table.ts';

/** Measures what is made of the photographs, and writes and prints the table of the check. */
export async function calibrateScored(check: ScoredCheck, work: CalibrationWork): Promise<void> {
  if (work.confirms && check.table !== undefined) return confirmScored(check, check.table, work);
  const { confirming, forgeries } = work;
  const originals = forgeries === null ? [] : await listOriginals(forgeries);
  const photographs = [...work.photographs, ...originals];
  const onlyPristine = { ...check, innocents: [], forgers: [] };
  const tasks = [
    ...photographs.map((photograph) => ({
      picture: photograph.name,
      measure: () => measurePhotograph(check, photograph, photographs),
    })),
    ...(check.isConfirmed === true ? confirming : []).map((photograph) => ({
      picture: photograph.name,
      measure: () => measurePhotograph(onlyPristine, photograph, []),
    })),
    ...(forgeries === null ? [] : await listOthers(check, forgeries)),
  ];
  const lines = divide(await measurePictures(tasks, work), check);
  const calibration = buildCalibration(sceneScores(lines.own), {
    confirming: sceneScores(lines.confirming),
    hardNegatives: sceneScores(lines.hardNegatives),
    others: sceneScores(lines.others),
  });
  if (!work.isDryRun) await writeTable(check.manifest.slug, calibration);
  printScored(check.manifest, Object.values(lines).flat(), calibration);
}

/**
 * Measures pristine images that no table counts, and adds their false alarms to the table of the check, which was made of other
 * scenes. A second call with the same images would count them twice.
 */
async function confirmScored(
  check: ScoredCheck,
  table: ScoreCalibration,
  work: CalibrationWork,
): Promise<void> {
  const originals = work.forgeries === null ? [] : await listOriginals(work.forgeries);
  const onlyPristine = { ...check, innocents: [], forgers: [] };
  const tasks = [...work.photographs, ...originals].map((photograph) => ({
    picture: photograph.name,
    measure: () => measurePhotograph(onlyPristine, photograph, []),
  }));
  const lines = (await measurePictures(tasks, work)).filter(({ isForged }) => !isForged);
  const calibration = confirmCalibration(table, sceneScores(lines));
  if (!work.isDryRun) await writeTable(check.manifest.slug, calibration);
  printScored(check.manifest, lines, calibration);
}

type Part = 'own' | 'confirming' | 'hardNegatives' | 'others';

function divide(
  lines: readonly ScoredLine[],
  { innocents = [], isConfirmed }: Pick<ScoredCheck, 'innocents' | 'isConfirmed'>,
): Readonly<Record<Part, readonly ScoredLine[]>> {
  const hard = new Set(innocents.map(({ name }) => name));
  const choosePart = ({ source, kind, isForged, isByOthers }: ScoredLine): Part | null => {
    if (isByOthers === true) return 'others';
    if (!isHeldOut(source)) return hard.has(kind) ? 'hardNegatives' : 'own';
    return isConfirmed === true && !isForged && !hard.has(kind) ? 'confirming' : null;
  };
  const parts = Map.groupBy(lines, choosePart);
  const linesIn = (part: Part): readonly ScoredLine[] => parts.get(part) ?? [];
  return {
    own: linesIn('own'),
    confirming: linesIn('confirming'),
    hardNegatives: linesIn('hardNegatives'),
    others: linesIn('others'),
  };
}

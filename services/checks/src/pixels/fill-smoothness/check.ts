import { shareOf } from '../../search/change-shares.ts';
import { notApplicable } from '../../check/check-result.ts';
import type { Applicability, Check, CheckResult, PixelImage, Subject } from '../../check/check.ts';
import type { CompressionHistory } from '../../structure/compression-history.ts';
import type { ScoredFile } from '../scored-file.ts';
import { scoredFinding } from '../scored-finding.ts';
import { judgedAreas } from './area-score.ts';
import calibrationTable from './calibration-table.json' with { type: 'json' };
import { measureCells } from './cells.ts';
import { areaLimits, mostSuspiciousArea } from './smooth-areas.ts';
import type { SmoothArea } from './smooth-areas.ts';
import { stateArea, stateNothing, wholeImage } from './statement.ts';
import { manifest } from './manifest.ts';

const minPixels = 100_000;
/** Below this quality of the last save, compression itself takes the grain from smooth places. */
const minLastQuality = 80;

const limits = [
  'Found are areas filled in smoothly from their edges, and some that were blurred. Tools that copy or invent texture, as most healing brushes and generative fills do, leave no such trace.',
  'A smooth thing among detailed ones, such as a panel of polished metal, still water that reflects the sky, or a face softened by the camera, can look the same; whether there is such a thing, a person has to see.',
  `Areas below ${String(100 * areaLimits.leastShare)} % and above ${String(100 * areaLimits.mostShare)} % of the picture, at its edge, and in places clipped to white or black are not judged.`,
];

/**
 * Looks for an area that lacks the grain of a sensor and the texture of its surroundings while it takes up their colours, as
 * one does that was filled in by diffusion or blurred. Every cell of eight by eight pixels is measured at full size; connected
 * cells quieter than each of twelve thresholds are compared with a ring around them and with all cells as bright. About 0.3 s
 * of one core for 12 megapixels.
 */
export const check: Check = { ...manifest, gate, run: examine };

export function gate({ format, lastQuality }: CompressionHistory): Applicability {
  if (format === 'image/png') return { applicable: true };
  if (format !== 'image/jpeg' || (lastQuality ?? 0) < minLastQuality) {
    return { applicable: false, reason: 'the last save smoothed away too much of the grain' };
  }
  return { applicable: true };
}

async function examine(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const image = await subject.pixels();
  signal.throwIfAborted();
  const file = measureFile(image);
  if (file === null) return notApplicable(manifest, 'the picture is too small to tell grain from detail');
  const { score, place, area } = file;
  return scoredFinding(
    subject,
    { manifest, calibrationTable },
    {
      score,
      place,
      limits,
      stateNothing: stateNothing(),
      searched: wholeImage,
      statePlace: (measured) => (area === null ? '' : stateArea(area.measures, measured)),
      legend: 'Orange: the area that lacks the grain of its surroundings.',
      facts: { score, ...area?.measures },
      parameters: {
        minPixels,
        minLastQuality,
        ...areaLimits,
        ...judgedAreas,
        share: shareOf(manifest.searchesFor),
      },
    },
  );
}

interface MeasuredFile extends ScoredFile {
  readonly area: SmoothArea | null;
}

/** What a picture without any area to judge scores. */
const nothingScore = -10;

/** Null for a picture that is too small. */
export function measureFile(image: PixelImage): MeasuredFile | null {
  if (image.width * image.height < minPixels) return null;
  const cells = measureCells(image);
  const area = mostSuspiciousArea(cells);
  if (area === null) return { score: nothingScore, place: null, area };
  const data = new Uint8Array(cells.width * cells.height);
  for (const cell of area.cells) data[cell] = 1;
  return { score: area.score, place: { width: cells.width, height: cells.height, data }, area };
}

import { parseJpeg } from '@assay/media/jpeg/parse-jpeg';
import { notApplicable } from '../../check/check-result.ts';
import type { Applicability, Check, CheckResult, PixelImage, Subject } from '../../check/check.ts';
import type { CompressionHistory } from '../../structure/compression-history.ts';
import { scoredFinding } from '../scored-finding.ts';
import calibrationTable from './calibration-table.json' with { type: 'json' };
import { areaParameters, findEarlierArea } from './earlier-area.ts';
import type { EarlierArea } from './earlier-area.ts';
import { stateArea, stateNothing, stateWhole } from './statement.ts';
import { earlierQualities, stepsOf } from './step-tables.ts';
import { manifest } from './manifest.ts';

const minPixels = 60_000;
/** Below this quality of the last save nothing earlier shows through. */
const minLastQuality = 78;

const limits = [
  'Found are only areas that had been compressed more strongly before than the picture was at last, and whose blocks do not lie on those of the picture; smooth areas show nothing.',
  'A collage, a page with a photograph on it and a picture in a frame are put together too, and without deceit.',
  'The coarser grids looked for are those of the usual JPEG tables.',
];

/**
 * Looks for an area that was compressed earlier on a grid of its own (non-aligned double compression, shifted JPEG ghosts).
 * The 8 by 8 DCT of the luminance is taken at all 64 origins; where its coefficients had been rounded to multiples of a step
 * `s`, the mean of `cos(2πc/s)` over those beyond `s/2` is above 0, which chance makes normally distributed about 0. That the
 * whole image was saved before on another grid, as after cropping, is pristine and says nothing. About 0.4 s of one core,
 * whatever the size: of images above a megapixel blocks are sampled.
 */
export const check: Check = { ...manifest, gate, run: searchAreas };

export function gate({ format, lastQuality }: CompressionHistory): Applicability {
  if (format !== 'image/jpeg')
    return { applicable: false, reason: 'only a JPEG tells how strongly it was compressed last' };
  return (lastQuality ?? 0) < minLastQuality
    ? {
        applicable: false,
        reason: 'the last save compressed too strongly for an earlier one to show through',
      }
    : { applicable: true };
}

async function searchAreas(subject: Subject, signal: AbortSignal): Promise<CheckResult> {
  const image = await subject.pixels();
  signal.throwIfAborted();
  const area = measureArea(subject, image);
  if (area === null)
    return notApplicable(
      manifest,
      'the picture is too small or too strongly compressed to show an earlier grid',
    );
  return scoredFinding(
    subject,
    { manifest, calibrationTable },
    {
      score: area.score,
      place: area.place,
      statePlace: (measured) => stateArea(area, measured),
      stateNothing: isWhole(area) ? stateWhole(area) : stateNothing(area),
      searched: [area.areas],
      legend: 'Orange: the area that was compressed before on a grid of its own.',
      limits,
      facts: listFacts(area),
      parameters: { ...areaParameters, minPixels, minLastQuality, earlierQualities },
    },
  );
}

/** Null where the image cannot show an earlier grid. */
export function measureArea({ bytes }: Pick<Subject, 'bytes'>, image: PixelImage): EarlierArea | null {
  if (image.width * image.height < minPixels) return null;
  const parsed = parseJpeg(bytes);
  if (!parsed.ok) return null;
  const { frame, quantizationTables } = parsed.jpeg;
  const table = quantizationTables.findLast(({ id }) => id === frame.components[0]?.table);
  return table === undefined ? null : findEarlierArea(image, stepsOf(table.values));
}

/** Far beyond what chance gives anywhere, and everywhere in the image. */
function isWhole({ z, score, restFit }: EarlierArea): boolean {
  return score === 0 && z > 10 && (restFit ?? 1) > areaParameters.mostRestFit;
}

function listFacts({
  score,
  origin,
  quality,
  share,
  z,
  rivalZ,
  restFit,
  restExcess,
}: EarlierArea): CheckResult['facts'] {
  return { score, origin: { ...origin }, earlierQuality: quality, share, z, rivalZ, restFit, restExcess };
}

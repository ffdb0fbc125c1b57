import type { Case, CheckArtifact } from '../../check/check.ts';
import { boxLocation } from '../../pixels/drawings/place-box.ts';
import type { PixelBox } from '../../pixels/planes/orientation.ts';
import type { FingerprintedImage } from './fingerprint-images.ts';
import type { Relation } from './relate-images.ts';
import { drawDifferences, joinDrawings } from './draw-differences.ts';
import type { DrawnDifferences } from './draw-differences.ts';

/** Further pairs are listed without a drawing. */
const maxDrawings = 4;

/** Draws both images of each pair that differs in places, next to each other. */
export async function drawPairs(
  { files }: Case,
  relations: readonly Relation[],
  signal: AbortSignal,
): Promise<CheckArtifact[]> {
  const drawings: CheckArtifact[] = [];
  const open = async (image: FingerprintedImage, places: readonly PixelBox[]) =>
    drawFile(
      files.find(({ id }) => id === image.id),
      image,
      places,
    );
  for (const { whole, other, differences } of relations) {
    if (differences.length === 0 || drawings.length === maxDrawings) continue;
    signal.throwIfAborted();
    const left = await open(
      whole,
      differences.map((place) => place.whole),
    );
    const right = await open(
      other,
      differences.map((place) => place.other),
    );
    if (left === null || right === null) continue;
    const legend = `Left: “${whole.name}”; right: “${other.name}”. Orange: where they differ. Below: the largest of these places in both.`;
    drawings.push(await joinDrawings([left, right], legend));
  }
  return drawings;
}

async function drawFile(
  file: Case['files'][number] | undefined,
  { orientation }: FingerprintedImage,
  places: readonly PixelBox[],
): Promise<DrawnDifferences | null> {
  const subject = await file?.open();
  const image = await subject?.pixels().catch(() => null);
  return image == null ? null : drawDifferences({ image, orientation, places });
}

/** A rectangle of a file as it is displayed. */
export function displayedBox(box: PixelBox, { size, orientation }: FingerprintedImage): PixelBox {
  return boxLocation(box, size, orientation).boundingBox ?? box;
}

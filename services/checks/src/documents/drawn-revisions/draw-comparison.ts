import sharp from 'sharp';
import type { OverlayOptions } from 'sharp';
import type { CheckArtifact } from '../../check/check.ts';
import { outlineAreas } from '../../pixels/drawings/outline-areas.ts';
import type { PixelBox } from '../../pixels/planes/orientation.ts';
import type { ComparedPage, SeenPage } from './compare-states.ts';

const ground = '#8a8a8a';
/** Pixels between the two states. */
const gap = 16;

/** The two saves whose pages are shown, counted from 1. */
interface ShownSaves {
  readonly since: number;
  readonly save: number;
}

/** Draws both states of a page, the earlier one left of the later one, or above it where pages are wide. */
export async function drawComparison(compared: ComparedPage, saves: ShownSaves): Promise<CheckArtifact> {
  const shown = [compared.before, compared.after].flatMap((seen) => (seen === null ? [] : [seen.drawn]));
  const width = Math.max(...shown.map((page) => page.width));
  const height = Math.max(...shown.map((page) => page.height));
  const isWide = width > height;
  const size = isWide ? { width, height: 2 * height + gap } : { width: 2 * width + gap, height };
  const second = isWide ? { left: 0, top: height + gap } : { left: width + gap, top: 0 };
  const placed = [
    ...layersOf(compared.before, compared.areas, { left: 0, top: 0 }),
    ...layersOf(compared.after, compared.areas, second),
  ];
  const bytes = await sharp({ create: { ...size, channels: 3, background: ground } })
    .composite(placed)
    .removeAlpha()
    .png({ compressionLevel: 7 })
    .toBuffer();
  return {
    type: 'comparison',
    mimeType: 'image/png',
    bytes,
    ...size,
    legend: describeSides(compared, saves, isWide),
  };
}

function layersOf(
  seen: SeenPage | null,
  areas: readonly PixelBox[],
  place: { readonly left: number; readonly top: number },
): OverlayOptions[] {
  if (seen === null) return [];
  const { width, height } = seen.drawn;
  const input = outlineAreas({ ...seen.drawn, channels: 4 }, areas);
  return [{ input, raw: { width, height, channels: 4 }, ...place }];
}

function describeSides(
  { before, after }: ComparedPage,
  { since, save }: ShownSaves,
  isWide: boolean,
): string {
  const [first, second] = isWide ? ['Above', 'below'] : ['Left', 'right'];
  const named = save - since === 1 ? `save ${String(save)}` : `a save after save ${String(since)}`;
  if (before === null) return `Page ${String(after?.page)}, which ${named} added.`;
  if (after === null) return `Page ${String(before.page)}, which ${named} removed.`;
  const [earlier, later] =
    save - since === 1
      ? [`before ${named}`, 'since']
      : [`in save ${String(since)}`, `in save ${String(save)}`];
  return `${first}: page ${String(before.page)} ${earlier}; ${second}: page ${String(after.page)} ${later}. Orange: where they look different.`;
}

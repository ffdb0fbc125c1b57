import sharp from 'sharp';
import { createGrid, gridSide } from '../../domain/crowd/areas/grid.ts';
import type { Grid } from '../../domain/crowd/areas/grid.ts';
import type { RegionDrawing, DrawnRegion, RegionDrawings } from '../../domain/crowd/areas/region-drawings.ts';

const blue = [0, 114, 255] as const;
const orange = [255, 138, 0] as const;
const opacity = 140;
/** The share of the brightness that is left of the background. */
const dimming = 0.6;
const half = 128;

export const regionDrawings: RegionDrawings = { read: readBright, draw: drawRegion };

async function readBright(image: Uint8Array): Promise<Grid> {
  const { data, info } = await sharp(image).greyscale().raw().toBuffer({ resolveWithObject: true });
  const grid = createGrid();
  for (let row = 0; row < gridSide; row += 1) {
    const y = Math.floor(((row + 0.5) * info.height) / gridSide);
    for (let column = 0; column < gridSide; column += 1) {
      const x = Math.floor(((column + 0.5) * info.width) / gridSide);
      const value = data[(y * info.width + x) * info.channels] ?? 0;
      if (value >= half) grid[row * gridSide + column] = 1;
    }
  }
  return grid;
}

async function drawRegion({ background, people, map }: RegionDrawing): Promise<DrawnRegion> {
  const size = { width: gridSide, height: gridSide };
  const canvas =
    background === undefined
      ? sharp({ create: { ...size, channels: 3, background: '#000' } })
      : sharp(background).greyscale().linear(dimming, 0).toColourspace('srgb');
  const { data: base, info } = await canvas.removeAlpha().png().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const layer = await sharp(paint(people, map), { raw: { ...size, channels: 4 } })
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .png()
    .toBuffer();
  const bytes = await sharp(base)
    .composite([{ input: layer }])
    .removeAlpha()
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { bytes, width, height };
}

/** RGBA; where both areas are, the colours are mixed. */
function paint(people: Grid, map: Grid | undefined): Uint8Array {
  const layer = new Uint8Array(gridSide * gridSide * 4);
  for (let cell = 0; cell < people.length; cell += 1) {
    const colours = [...(people[cell] === 1 ? [blue] : []), ...(map?.[cell] === 1 ? [orange] : [])];
    if (colours.length === 0) continue;
    for (let channel = 0; channel < 3; channel += 1) {
      const sum = colours.reduce((total, colour) => total + (colour[channel] ?? 0), 0);
      layer[cell * 4 + channel] = Math.round(sum / colours.length);
    }
    layer[cell * 4 + 3] = opacity;
  }
  return layer;
}

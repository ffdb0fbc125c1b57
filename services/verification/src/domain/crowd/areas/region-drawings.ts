import type { Grid } from './grid.ts';

/** Reads and draws areas of images; implemented where pixels are known. */
export interface RegionDrawings {
  /** Reads the bright cells of a picture of the whole file: those of at least half of the brightness. */
  read(image: Uint8Array): Promise<Grid>;
  /** Draws the areas over the picture, or over black without one, as PNG. */
  draw(drawing: RegionDrawing): Promise<DrawnRegion>;
}

export interface RegionDrawing {
  /** The file as displayed, made small; undefined: unknown. */
  readonly background: Uint8Array | undefined;
  /** Drawn in blue. */
  readonly people: Grid;
  /** Drawn in orange; undefined: none. */
  readonly map: Grid | undefined;
}

export interface DrawnRegion {
  readonly bytes: Uint8Array;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

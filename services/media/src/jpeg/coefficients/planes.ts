import type { JpegComponent, JpegFrame } from '../jpeg-structure.ts';

/** Quantized coefficients of one component. */
export interface CoefficientPlane {
  readonly component: JpegComponent;
  /** Blocks that hold a part of the picture. */
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** Blocks a row has in the array: those that fill up the last coded unit are in it too. */
  readonly stride: number;
  /** 64 a block in natural (row by row) order, block by block; empty where the component was not asked for. */
  readonly coefficients: Int16Array;
}

/** 64 million coefficients are 128 MB. */
const mostCoefficients = 64 * 2 ** 20;

/** Null where the picture is larger than memory is given for, or the factors are none. */
export function createPlanes(
  frame: JpegFrame,
  isWanted: (index: number) => boolean,
): CoefficientPlane[] | null {
  const { width, height, components } = frame;
  const factors = components.flatMap(({ horizontal, vertical }) => [horizontal, vertical]);
  if (components.length === 0 || components.length > 4 || factors.some((factor) => factor < 1 || factor > 4))
    return null;
  const most = mostFactors(components);
  const unitsWide = Math.ceil(width / (8 * most.horizontal));
  const unitsHigh = Math.ceil(height / (8 * most.vertical));
  const sizes = components.map(
    ({ horizontal, vertical }, index) =>
      (isWanted(index) ? 64 : 0) * unitsWide * horizontal * unitsHigh * vertical,
  );
  if (sizes.reduce((sum, size) => sum + size, 0) > mostCoefficients) return null;
  return components.map((component, index) => ({
    component,
    blocksWide: Math.ceil(Math.ceil((width * component.horizontal) / most.horizontal) / 8),
    blocksHigh: Math.ceil(Math.ceil((height * component.vertical) / most.vertical) / 8),
    stride: unitsWide * component.horizontal,
    coefficients: new Int16Array(sizes[index] ?? 0),
  }));
}

export function mostFactors(
  components: readonly JpegComponent[],
): Pick<JpegComponent, 'horizontal' | 'vertical'> {
  return {
    horizontal: Math.max(...components.map(({ horizontal }) => horizontal)),
    vertical: Math.max(...components.map(({ vertical }) => vertical)),
  };
}

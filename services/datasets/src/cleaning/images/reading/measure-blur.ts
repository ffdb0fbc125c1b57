import type { ShownImage } from './shown-image.ts';

/** Pixels on each side that the image is blurred with again. */
const reach = 4;
/** Lines from one that is measured to the next: every eighth line says as much as all. */
const lineStep = 8;

/**
 * Returns how blurred an image is, from 0 to 1: the share of its differences between neighbours that stays when it is blurred again, in
 * the direction that keeps more (Crete et al. 2007, The blur effect). Contrast and brightness do not change it; noise lowers it.
 */
export function measureBlur({ data, width, height, channels }: ShownImage): number {
  // The green channel is close to the luma.
  const first = channels >= 3 ? 1 : 0;
  const rows = { lines: height, length: width, step: channels, jump: width * channels };
  const columns = { lines: width, length: height, step: width * channels, jump: channels };
  return Math.max(measureLines(data, first, rows), measureLines(data, first, columns));
}

interface Lines {
  readonly lines: number;
  readonly length: number;
  /** Bytes from one sample of a line to the next, and from one line to the next. */
  readonly step: number;
  readonly jump: number;
}

function measureLines(data: Uint8Array, first: number, { lines, length, step, jump }: Lines): number {
  const taps = 2 * reach + 1;
  let total = 0;
  let lost = 0;
  for (let line = 0; line < lines; line += lineStep) {
    const start = first + line * jump;
    for (let at = reach + 1; at < length - reach; at += 1) {
      const place = start + at * step;
      const difference = Math.abs((data[place] ?? 0) - (data[place - step] ?? 0));
      const next = data[place + reach * step] ?? 0;
      const last = data[place - (reach + 1) * step] ?? 0;
      total += difference;
      lost += Math.max(0, difference - Math.abs(next - last) / taps);
    }
  }
  return total === 0 ? 0 : 1 - lost / total;
}

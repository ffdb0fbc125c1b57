import { sampleAt } from '../measuring/rgb-image.ts';
import { opacityAt } from '../measuring/soft-shape.ts';
import type { SoftShape } from '../measuring/soft-shape.ts';
import type { PixelImage } from '@assay/checks/check/check';

/** What was copied where, in pixels of the picture; `mask` is 1 at both places. */
export interface Forgery {
  readonly image: PixelImage;
  readonly mask: Uint8Array;
  readonly kind: 'shift' | 'turn' | 'zoom' | 'turn-and-zoom';
  readonly areaShare: number;
}

interface Plan extends SoftShape {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
  readonly turn: number;
  readonly zoom: number;
}

const attempts = 60;
const minSourceDeviation = 10;
const minChange = 8;

/**
 * Copies a soft-edged ellipse or blob of 0.6 to 6 % of the picture to another place, sometimes turned by up to 30° or
 * scaled by 0.8 to 1.25. Null when no place has content worth copying (flat sky) or pasting would change nothing.
 */
export function forgeCopyMove(image: PixelImage, random: () => number): Forgery | null {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const plan = draw(image, random);
    if (!fits(image, plan) || deviation(image, plan) < minSourceDeviation) continue;
    const forged = paste(image, plan);
    if (forged.change < minChange) continue;
    const areaShare = (Math.PI * plan.radius ** 2) / (image.width * image.height);
    return { image: forged.image, mask: forged.mask, kind: kindOf(plan), areaShare };
  }
  return null;
}

function kindOf({ turn, zoom }: Plan): Forgery['kind'] {
  if (turn !== 0) return zoom === 1 ? 'turn' : 'turn-and-zoom';
  return zoom === 1 ? 'shift' : 'zoom';
}

function draw({ width, height }: PixelImage, random: () => number): Plan {
  const share = 0.006 * 10 ** random();
  const kind = random();
  const isTurned = kind > 0.55 && kind < 0.85;
  const isZoomed = kind > 0.75;
  const stretch = 0.6 + 0.8 * random();
  const isBlob = random() < 0.5;
  const outline = Array.from({ length: 16 }, (_, i) => {
    const angle = (i / 16) * 2 * Math.PI;
    return isBlob
      ? 0.7 + 0.6 * random()
      : 1 / Math.hypot(Math.cos(angle) / stretch, Math.sin(angle) * stretch);
  });
  return {
    sourceX: random() * width,
    sourceY: random() * height,
    targetX: Math.round(random() * width),
    targetY: Math.round(random() * height),
    radius: Math.sqrt((share * width * height) / Math.PI),
    turn: isTurned ? (random() - 0.5) * (Math.PI / 3) : 0,
    zoom: isZoomed ? 0.8 * (1.25 / 0.8) ** random() : 1,
    outline,
    feather: 1 + 4 * random(),
  };
}

function fits({ width, height }: PixelImage, plan: Plan): boolean {
  const reach = plan.radius * 1.9;
  const isInside = (x: number, y: number): boolean =>
    x > reach && y > reach && x < width - reach && y < height - reach;
  const apart = Math.hypot(plan.sourceX - plan.targetX, plan.sourceY - plan.targetY);
  return (
    isInside(plan.sourceX, plan.sourceY) && isInside(plan.targetX, plan.targetY) && apart > 2.2 * plan.radius
  );
}

function deviation(image: PixelImage, { sourceX, sourceY, radius }: Plan): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let y = Math.round(sourceY - radius * 0.7); y < sourceY + radius * 0.7; y += 2) {
    for (let x = Math.round(sourceX - radius * 0.7); x < sourceX + radius * 0.7; x += 2) {
      const value = image.data[(y * image.width + x) * 3 + 1] ?? 0;
      count++;
      sum += value;
      squares += value * value;
    }
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

function paste(image: PixelImage, plan: Plan): { image: PixelImage; mask: Uint8Array; change: number } {
  const data = Uint8Array.from(image.data);
  const mask = new Uint8Array(image.width * image.height);
  const reach = Math.ceil(plan.radius * 1.4);
  let changed = 0;
  let change = 0;
  const sourceX = plan.turn === 0 && plan.zoom === 1 ? Math.round(plan.sourceX) : plan.sourceX;
  const sourceY = plan.turn === 0 && plan.zoom === 1 ? Math.round(plan.sourceY) : plan.sourceY;
  const cosine = Math.cos(plan.turn) / plan.zoom;
  const sine = Math.sin(plan.turn) / plan.zoom;
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const opacity = opacityAt(plan, dx, dy);
      if (opacity === 0) continue;
      const u = sourceX + dx * cosine + dy * sine;
      const v = sourceY + dy * cosine - dx * sine;
      const at = (plan.targetY + dy) * image.width + plan.targetX + dx;
      if (opacity > 0.5) {
        mask[at] = 1;
        mask[Math.round(v) * image.width + Math.round(u)] = 1;
        changed++;
        change += Math.abs(sampleAt(image, u, v, 1) - (image.data[at * 3 + 1] ?? 0));
      }
      for (let channel = 0; channel < 3; channel++) {
        const before = image.data[at * 3 + channel] ?? 0;
        data[at * 3 + channel] = Math.round(before + opacity * (sampleAt(image, u, v, channel) - before));
      }
    }
  }
  return { image: { ...image, data }, mask, change: change / Math.max(1, changed) };
}

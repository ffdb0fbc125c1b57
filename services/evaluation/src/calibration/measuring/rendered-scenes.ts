import sharp from 'sharp';
import type { PixelImage } from '@assay/checks/check/check';
import { sampleAt } from './rgb-image.ts';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';

/** A scene made by code that repeats itself lawfully; counted apart from photographs. */
export interface RenderedScene {
  readonly kind: string;
  readonly seed: number;
}

type Random = () => number;

const sheet = { width: 1800, height: 1400 };
const shot = { width: 1200, height: 900 };

const drawings: Readonly<Record<string, (random: Random) => string>> = {
  lettering: (random) => lettering(random, { ink: '#181818', paper: '#f2efe6' }),
  'grey lettering': (random) => lettering(random, { ink: '#6d7073', paper: '#a3a5a8' }),
  'lettering on a screen': (random) => lettering(random, { ink: '#d8e0ea', paper: '#1d2430' }),
  ironwork,
  tiles,
  windows,
};

export function renderedScenes(perKind: number): RenderedScene[] {
  return Object.keys(drawings).flatMap((kind, k) =>
    Array.from({ length: perKind }, (_, i) => ({ kind, seed: 5000 + 100 * k + i })),
  );
}

/** The scene as a camera would take it: seen at an angle, lit unevenly, a little blurred, with noise. */
export async function render({ kind, seed }: RenderedScene): Promise<PixelImage> {
  const random = seededRandom(seed);
  const drawing = drawings[kind]?.(random) ?? '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sheet.width}" height="${sheet.height}">${drawing}</svg>`;
  const { data } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const seen = photograph({ ...sheet, data }, { random, isScreen: kind.endsWith('screen') });
  const { data: blurred } = await sharp(seen.data, { raw: { ...shot, channels: 3 } })
    .blur(0.4 + 0.7 * random())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return withNoise({ ...shot, data: blurred }, random, 1 + 4 * random());
}

const words = 'the river runs under an old bridge and every street of this town leads down to it again'.split(
  ' ',
);

function lettering(random: Random, { ink, paper }: { ink: string; paper: string }): string {
  const size = 22 + 30 * random();
  const family = random() < 0.5 ? 'DejaVu Sans' : 'DejaVu Serif';
  const lines: string[] = [];
  for (let y = 1.5 * size; y < sheet.height; y += 1.5 * size) {
    const text = Array.from({ length: 24 }, () => pick(words, random)).join(' ');
    lines.push(
      `<text x="40" y="${y}" font-family="${family}" font-size="${size}" fill="${ink}">${text}</text>`,
    );
  }
  return `<rect width="100%" height="100%" fill="${paper}"/>${lines.join('')}`;
}

function ironwork(random: Random): string {
  const pitch = 110 + 80 * random();
  const curve = Array.from({ length: 4 }, () => {
    const at = (): string => (pitch * (0.1 + 0.8 * random())).toFixed(1);
    return `M${at()} ${at()} C${at()} ${at()} ${at()} ${at()} ${at()} ${at()}`;
  }).join(' ');
  const stroke = `fill="none" stroke="#23211f" stroke-width="${6 + 6 * random()}"`;
  const parts: string[] = [];
  for (let y = 0; y < sheet.height; y += pitch) {
    for (let x = 0; x < sheet.width; x += pitch) {
      parts.push(
        `<g transform="translate(${x} ${y})"><path d="${curve}" ${stroke}/><path d="M0 0V${pitch}" ${stroke}/></g>`,
      );
    }
  }
  return `${foliage(random)}${parts.join('')}`;
}

function foliage(random: Random): string {
  const blobs = Array.from({ length: 900 }, () => {
    const x = sheet.width * random();
    const y = sheet.height * random();
    const r = 10 + 50 * random();
    const grey = 90 + Math.round(130 * random());
    return `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${r.toFixed(0)}" fill="rgb(${grey - 40},${grey},${grey - 60})"/>`;
  });
  return `<rect width="100%" height="100%" fill="#9fb0a0"/>${blobs.join('')}`;
}

function tiles(random: Random): string {
  const side = 90 + 60 * random();
  const motif = Array.from({ length: 6 }, () => {
    const x = side * random();
    const y = side * random();
    return `<circle cx="${x}" cy="${y}" r="${side * (0.05 + 0.2 * random())}" fill="hsl(${360 * random()} 45% ${30 + 40 * random()}%)"/>`;
  }).join('');
  const parts: string[] = [];
  for (let y = 0; y < sheet.height; y += side) {
    for (let x = 0; x < sheet.width; x += side) {
      const shade = `<rect width="${side - 4}" height="${side - 4}" fill="#000" opacity="${(0.25 * random()).toFixed(3)}"/>`;
      parts.push(
        `<g transform="translate(${x} ${y})"><rect width="${side - 4}" height="${side - 4}" fill="#d9cfb8"/>${motif}${shade}</g>`,
      );
    }
  }
  return `<rect width="100%" height="100%" fill="#77706a"/>${parts.join('')}`;
}

function windows(random: Random): string {
  const across = 120 + 60 * random();
  const down = 150 + 60 * random();
  const parts: string[] = [];
  for (let y = 20; y < sheet.height; y += down) {
    for (let x = 20; x < sheet.width; x += across) {
      const blind = 0.6 * down * random();
      const frame = `<rect width="${across * 0.6}" height="${down * 0.7}" fill="#39424c" stroke="#e8e4da" stroke-width="7"/>`;
      const bars = `<path d="M${across * 0.3} 0V${down * 0.7}M0 ${down * 0.3}H${across * 0.6}" stroke="#e8e4da" stroke-width="5"/>`;
      const curtain = `<rect x="5" y="5" width="${across * 0.6 - 10}" height="${blind}" fill="#cfc8b4" opacity="0.8"/>`;
      parts.push(
        `<g transform="translate(${x} ${y})">${frame}${random() < 0.5 ? curtain : ''}${bars}<rect y="${down * 0.72}" width="${across * 0.62}" height="8" fill="#8d8577"/></g>`,
      );
    }
  }
  return `<rect width="100%" height="100%" fill="#b9a68c"/>${parts.join('')}`;
}

function pick<T>(from: readonly T[], random: Random): T | undefined {
  return from[Math.floor(random() * from.length)];
}

interface Camera {
  readonly random: Random;
  readonly isScreen: boolean;
}

/** A plane homography with bilinear sampling; on a screen every point has the stripes of its three colours. */
function photograph(from: PixelImage, { random, isScreen }: Camera): PixelImage {
  const tilt = [(random() - 0.5) * 5e-4, (random() - 0.5) * 5e-4] as const;
  const angle = (random() - 0.5) * 0.5;
  const scale = 0.8 + 0.5 * random();
  const stripes = (2 * Math.PI) / (2.2 + 1.6 * random());
  const light = [0.5 * (random() - 0.5), 0.5 * (random() - 0.5)] as const;
  const data = new Uint8Array(shot.width * shot.height * 3);
  for (let y = 0, at = 0; y < shot.height; y++) {
    for (let x = 0; x < shot.width; x++, at += 3) {
      const dx = x - shot.width / 2;
      const dy = y - shot.height / 2;
      const depth = scale / (1 + tilt[0] * dx + tilt[1] * dy);
      const u = from.width / 2 + depth * (dx * Math.cos(angle) + dy * Math.sin(angle));
      const v = from.height / 2 + depth * (dy * Math.cos(angle) - dx * Math.sin(angle));
      const brightness = 1 + (light[0] * dx) / shot.width + (light[1] * dy) / shot.height;
      for (let channel = 0; channel < 3; channel++) {
        const stripe = isScreen
          ? 0.75 + 0.25 * Math.cos(stripes * u + (channel * 2 * Math.PI) / 3) * Math.cos(stripes * v)
          : 1;
        data[at + channel] = clamp(sampleAt(from, u, v, channel) * brightness * stripe);
      }
    }
  }
  return { ...shot, data };
}

function withNoise(image: PixelImage, random: Random, deviation: number): PixelImage {
  const data = Uint8Array.from(image.data, (value) =>
    clamp(value + 2 * deviation * (random() + random() + random() - 1.5)),
  );
  return { ...image, data };
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

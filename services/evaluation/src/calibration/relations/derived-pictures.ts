import sharp from 'sharp';
import type { Sharp } from 'sharp';

/** A copy with this derivation shows something else at one place; the others show the same. */
export const doctored = 'a fifth of the sides covered, quality 90';

/** Copies that people make of a photograph and pass on with it; the photograph is the earlier of the two. */
export const derivations = {
  'saved again at quality 75': (photograph) => photograph.jpeg({ quality: 75 }),
  'saved again at quality 97, metadata kept': (photograph) => photograph.keepMetadata().jpeg({ quality: 97 }),
  'half the size, quality 85': async (photograph) => {
    const { width } = await photograph.metadata();
    return photograph.resize(Math.round(width / 2)).jpeg({ quality: 85 });
  },
  'cut to two thirds, quality 90': async (photograph) => {
    const { width, height } = await photograph.metadata();
    const left = Math.round(width / 6);
    const top = Math.round(height / 6);
    const part = { left, top, width: 4 * left, height: 4 * top };
    return photograph.extract(part).jpeg({ quality: 90 });
  },
  'brightened, quality 92': (photograph) => photograph.linear(1.15, 8).jpeg({ quality: 92 }),
  'enlarged by half, quality 92': async (photograph) => {
    const { width } = await photograph.metadata();
    return photograph.resize(Math.round(width * 1.5)).jpeg({ quality: 92 });
  },
  [doctored]: async (photograph) => {
    const { width, height } = await photograph.metadata();
    const area = { width: Math.round(width / 5), height: Math.round(height / 5) };
    const left = Math.round(width / 10);
    const top = Math.round(height / 10);
    const source = photograph.clone().extract({ left, top, ...area });
    const input = await source.flip().negate({ alpha: false }).png().toBuffer();
    const at = { left: Math.round(width * 0.6), top: Math.round(height * 0.5) };
    return photograph.composite([{ input, ...at }]).jpeg({ quality: 90 });
  },
} as const satisfies Readonly<Record<string, (photograph: Sharp) => Sharp | Promise<Sharp>>>;

export type Derivation = keyof typeof derivations;
export const derivationNames = Object.keys(derivations) as readonly Derivation[];

/** The bytes of the picture that is made of a photograph. */
export async function derive(path: string, derivation: Derivation): Promise<Buffer> {
  return (await derivations[derivation](sharp(path, { failOn: 'none' }))).toBuffer();
}

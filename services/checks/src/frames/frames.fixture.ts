import { frameSize } from '@assay/media/decoder/media-extractor';
import type { Check, CheckResult, Subject } from '../check/check.ts';
import { examineFiles } from '../run/examine-files.fixture.ts';
import { seededRandom } from '../pixels/copy-move/matching/seeded-random.ts';

const { width, height } = frameSize;
export const pixelsPerFrame = width * height;

export interface SceneSettings {
  readonly frames?: number;
  readonly seed?: number;
  /** Levels of the noise of the camera. */
  readonly noise?: number;
  /** Pixels each thing moves at most from one frame to the next. */
  readonly speed?: number;
}

/** A textured wall before which things wander about and the light drifts, as bytes of grey; no moment is like another. */
export function sceneOf(settings: SceneSettings = {}): Buffer {
  const { frames = 150, seed = 1, noise = 2, speed = 4 } = settings;
  const random = seededRandom(seed);
  const wall = Uint8Array.from({ length: pixelsPerFrame }, () => 90 + 40 * random());
  const things = Array.from({ length: 7 }, () => ({
    x: width * random(),
    y: height * random(),
    vx: 0,
    vy: 0,
    size: 8 + 16 * random(),
    level: 255 * random(),
  }));
  const out = Buffer.alloc(frames * pixelsPerFrame);
  for (let frame = 0, light = 0; frame < frames; frame++) {
    light += 0.6 * (random() - 0.5);
    const picture = Float32Array.from(wall);
    for (const thing of things) {
      thing.vx += speed * (random() - 0.5);
      thing.vy += speed * (random() - 0.5);
      thing.vx = Math.max(-speed, Math.min(speed, thing.vx));
      thing.vy = Math.max(-speed, Math.min(speed, thing.vy));
      thing.x = (thing.x + thing.vx + width) % width;
      thing.y = (thing.y + thing.vy + height) % height;
      for (let y = Math.floor(thing.y); y < Math.min(height, thing.y + thing.size); y++)
        picture.fill(
          thing.level,
          y * width + Math.floor(thing.x),
          y * width + Math.min(width, Math.floor(thing.x + thing.size)),
        );
    }
    picture.forEach((value, i) => {
      const noisy = value + light + noise * (random() + random() - 1);
      out[frame * pixelsPerFrame + i] = Math.max(0, Math.min(255, Math.round(noisy)));
    });
  }
  return out;
}

/** The frames with a bright plate before them that goes round twice, in so many pictures each, and rests before and after. */
export function withMachine(frames: Buffer, from: number, period: number): Buffer {
  const changed = Buffer.from(frames);
  const within = (at: number, least: number, side: number): number =>
    Math.max(0, Math.min(1, at - least + 0.5)) * Math.max(0, Math.min(1, least + side - at + 0.5));
  for (let frame = 0; frame * pixelsPerFrame < frames.length; frame++) {
    const turns = Math.max(0, Math.min(2, (frame - from) / period));
    const left = 60 + 40 * Math.sin(2 * Math.PI * turns);
    const top = 30 + 20 * Math.cos(2 * Math.PI * turns);
    for (let i = 0; i < pixelsPerFrame; i++) {
      const cover = within(i % width, left, 40) * within(Math.floor(i / width), top, 30);
      const at = frame * pixelsPerFrame + i;
      changed[at] = Math.round((changed[at] ?? 0) * (1 - cover) + 240 * cover);
    }
  }
  return changed;
}

/** The frames with `count` of them shown again in place of others. */
export function showAgain(frames: Buffer, from: number, to: number, count: number): Buffer {
  const changed = Buffer.from(frames);
  frames.copy(changed, to * pixelsPerFrame, from * pixelsPerFrame, (from + count) * pixelsPerFrame);
  return changed;
}

/** The answer of a check on what was decoded of a video, of 30 frames a second. */
export function examineDecoded(
  check: Check,
  content: Partial<Record<keyof NonNullable<Subject['beside']>, Uint8Array | string>>,
  mimeType = 'video/mp4',
): Promise<CheckResult> {
  const file = { bytes: new Uint8Array(), path: '/nowhere', claims: {}, enrichment: { frameRate: 30 } };
  return examineFiles(check, content, (beside) => ({ ...file, mimeType, beside }));
}

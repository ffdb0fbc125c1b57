import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPackets } from '@assay/checks/frames/read-packets';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import type { Photograph } from '../measuring/photographs.ts';
import { seedOf } from '../scored/calibration-files.ts';
import { videoForgers } from './changed-videos.ts';
import type { VideoChange, VideoPiece } from './changed-videos.ts';
import { mostSeconds } from './encode-video.ts';
import type { Pass, VideoTools } from './encode-video.ts';
import { innocentVideos } from './innocent-videos.ts';
import type { VideoLength } from './innocent-videos.ts';

export const videoExtensions: readonly string[] = ['.mp4', '.mov', '.m4v', '.mkv', '.webm', '.avi'];

/** Pictures that a change is made of at least, and where there is room at most. */
const leastLength = 10;
const mostLength = 60;
/** Shorter videos have no room for a change: pictures, as many others between, and as many that are changed. */
export const leastPictures = 3 * leastLength + 4;
const limits = { timeoutMs: 120_000, maxRssBytes: 2 ** 30, signal: new AbortController().signal };

/** A file made of a video. */
export interface VideoFile {
  /** What was done to the video. */
  readonly kind: string;
  readonly path: string;
  readonly rate: number;
  readonly isChanged: boolean;
  /** Where it was changed, in seconds; null where nobody changed it, or all of it was. */
  readonly changedAt: number | null;
}

/** The bytes as published, what people do to videos without changing what they show, and each change; what cannot be written is left out. */
export async function* videoFiles(
  { path, name }: Pick<Photograph, 'path' | 'name'>,
  {
    changes,
    folder,
    tools,
  }: { readonly changes: readonly VideoChange[]; readonly folder: string; readonly tools: VideoTools },
): AsyncGenerator<VideoFile> {
  const length = await lengthOf(path, join(folder, 'packets'), tools);
  if (length === undefined || length.count < leastPictures) return;
  const { rate } = length;
  const unchanged = { rate, isChanged: false, changedAt: null };
  yield { kind: 'original', path, ...unchanged };
  for (const [index, { name: kind, pass }] of innocentVideos(length).entries()) {
    const to = join(folder, `innocent-${String(index)}`);
    const made = await encodeAll(path, to, { passes: [pass], tools });
    if (made !== undefined) yield { kind, path: made, ...unchanged };
  }
  for (const [index, kind] of changes.entries()) {
    const { passes, at } = videoForgers[kind];
    const piece = drawPiece(length, `${name} ${kind}`);
    const to = join(folder, `changed-${String(index)}`);
    const changedAt = at === null ? null : at(piece) / rate;
    const made = await encodeAll(path, to, { passes: passes(piece), tools });
    if (made !== undefined) yield { kind, path: made, rate, isChanged: true, changedAt };
  }
}

/** Undefined for a file whose pictures cannot be read, or have no times. */
export async function lengthOf(
  path: string,
  to: string,
  { extractor }: VideoTools,
): Promise<VideoLength | undefined> {
  if (!(await extractor.extract('packets', path, to, limits))) return undefined;
  // An empty packet lets the picture before it stand.
  const pictures = readPackets(await readFile(to, 'latin1')).pictures.filter(
    ({ sizeBytes }) => sizeBytes > 0,
  );
  const first = pictures[0];
  const last = pictures.at(-1);
  if (first === undefined || last === undefined || last.seconds <= first.seconds) return undefined;
  const rate = (pictures.length - 1) / (last.seconds - first.seconds);
  return { count: Math.min(pictures.length, Math.floor(mostSeconds * rate)), rate };
}

/** Where the last of the passes wrote; undefined where one of them failed. */
async function encodeAll(
  from: string,
  to: string,
  { passes, tools }: { readonly passes: readonly Pass[]; readonly tools: VideoTools },
): Promise<string | undefined> {
  let path = from;
  for (const [index, pass] of passes.entries()) {
    const next = `${to}-${String(index)}`;
    if (!(await tools.encode(path, next, pass))) return undefined;
    path = next;
  }
  return path;
}

/** What is changed of a video of at least {@link leastPictures} pictures. */
export function drawPiece({ count, rate }: VideoLength, seed: string): VideoPiece {
  const random = seededRandom(seedOf(seed));
  const draw = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const length = draw(leastLength, Math.max(leastLength, Math.min(mostLength, Math.floor(count / 5))));
  const from = draw(2, count - 3 * length - 2);
  return { from, length, again: draw(from + 2 * length, count - length - 2), rate };
}

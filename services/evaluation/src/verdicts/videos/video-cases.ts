import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { enrichVideo } from '@assay/media/enrich/enrich-video';
import type { Pass, VideoTools } from '../../calibration/videos/encode-video.ts';
import { drawPiece } from '../../calibration/videos/video-files.ts';
import { seededRandom } from '@assay/checks/pixels/copy-move/matching/seeded-random';
import type { EvaluationCase, MakeCases } from '../evaluation-case.ts';
import type { Scene } from '../scenes.ts';
import { readBeginning } from './beginning.ts';
import type { Beginning } from './beginning.ts';
import { changedPictures, changedSounds } from './changed-videos.ts';
import type { ChangedVideo } from './changed-videos.ts';
import { drawSoundPiece } from './draw-sound-piece.ts';
import { byMessenger, sentVideos } from './sent-videos.ts';

/** A change must be told this near. */
const nearSeconds = 0.5;
const publishedTypes: Readonly<Record<string, string>> = {
  '.mp4': 'video/mp4',
  '.m4v': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.avi': 'video/x-msvideo',
};
/** The files that a run of the pipeline takes. */
export const videoFileExtensions: readonly string[] = Object.keys(publishedTypes);

/**
 * A video as published; what people make of its beginning without changing what it shows; and changes of that, saved by an editor and,
 * laundered, sent on by a messenger. What cannot be written is left out, and so is a video that is too short for a change, or not read.
 */
export function videoCases(tools: VideoTools): MakeCases {
  return ofBeginning(tools, async function* (made) {
    yield* innocentCases(made);
    for (const changed of changesOf(made)) yield* changedCases(made, changed);
  });
}

/** The innocent ones of these alone. */
export function innocentVideoCases(tools: VideoTools): MakeCases {
  return ofBeginning(tools, innocentCases);
}

function ofBeginning(tools: VideoTools, cases: (made: Made) => AsyncIterable<EvaluationCase>): MakeCases {
  return async function* (scene) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-videos-'));
    try {
      const beginning = await readBeginning(scene.path, { folder, tools });
      if (beginning !== undefined) yield* cases({ scene, beginning, folder, tools });
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}

interface Made {
  readonly scene: Scene;
  readonly beginning: Beginning;
  readonly folder: string;
  readonly tools: VideoTools;
}

async function* innocentCases(made: Made): AsyncGenerator<EvaluationCase> {
  const { scene, beginning } = made;
  const innocent = { ...labelsOf(scene), change: null, isLaundered: false, place: null } as const;
  const mimeType = publishedTypes[extname(scene.path).toLowerCase()] ?? 'video/mp4';
  yield { ...innocent, group: 'original', ...(await described(scene.path, mimeType)) };
  for (const { name, mimeType: type, pass, isOfPublished = false } of sentVideos(beginning.length)) {
    const from = isOfPublished ? scene.path : beginning.path;
    const file = await make(made, from, { passes: [pass], mimeType: type });
    if (file !== undefined) yield { ...innocent, group: name, ...file };
  }
}

function changesOf({ scene, beginning: { length, sound } }: Made): readonly ChangedVideo[] {
  const piece = drawPiece(length, `${String(scene.seed)} pictures`);
  const heard = sound && drawSoundPiece(sound, seededRandom(scene.seed));
  return [...changedPictures(piece), ...(heard === undefined ? [] : changedSounds(heard))];
}

async function* changedCases(
  made: Made,
  { name, change, pass, from, to }: ChangedVideo,
): AsyncGenerator<EvaluationCase> {
  const mimeType = 'video/mp4';
  const place = { kind: 'seconds', from: from - nearSeconds, to: to + nearSeconds } as const;
  const { scene, beginning } = made;
  const saved = await make(made, beginning.path, { passes: [pass], mimeType });
  if (saved === undefined) return;
  const changed = { ...labelsOf(scene), change };
  yield { ...changed, group: name, isLaundered: false, place, ...saved };
  const sent = await make(made, beginning.path, { passes: [pass, byMessenger], mimeType });
  if (sent !== undefined)
    yield { ...changed, group: `${name}, laundered`, isLaundered: true, place: null, ...sent };
}

function labelsOf({ name, source }: Scene): Pick<EvaluationCase, 'scene' | 'source'> {
  return { scene: name, source };
}

type MadeFile = Pick<EvaluationCase, 'mimeType' | 'bytes' | 'enrichment'>;

/** Undefined where one of the passes cannot be written. */
async function make(
  { folder, tools }: Made,
  from: string,
  { passes, mimeType }: { readonly passes: readonly Pass[]; readonly mimeType: string },
): Promise<MadeFile | undefined> {
  let path = from;
  for (const [index, pass] of passes.entries()) {
    const next = join(folder, String(index));
    if (!(await tools.encode(path, next, pass))) return undefined;
    path = next;
  }
  return described(path, mimeType);
}

/** A file with what an upload would have found that the checks of videos read. */
async function described(path: string, mimeType: string): Promise<MadeFile> {
  const { frameRate, audioCodec } = await enrichVideo(path, mimeType);
  const enrichment = {
    ...(frameRate === undefined ? {} : { frameRate }),
    ...(audioCodec === undefined ? {} : { audioCodec }),
  };
  return { mimeType, bytes: await readFile(path), enrichment };
}

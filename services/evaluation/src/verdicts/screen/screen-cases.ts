import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { isGenerated, pictureTypeOf } from '../../calibration/measuring/photographs.ts';
import {
  readRecording,
  recordingExtensions,
  recordingTypeOf,
} from '../../calibration/recordings/recording-files.ts';
import { usualCoding } from '../../calibration/recordings/sound-chains.ts';
import type { CodeSound } from '../../calibration/recordings/sound-chains.ts';
import { wavFrom } from '../../calibration/recordings/wav-from.ts';
import type { EvaluationCase, MakeCases } from '../evaluation-case.ts';
import { makeVariant, sentByMessenger } from '../pictures/innocent-variants.ts';
import { innocentPictures } from '../pictures/picture-cases.ts';
import { innocentRecordings } from '../recordings/recording-cases.ts';
import type { Scene } from '../scenes.ts';
import { videoFileExtensions } from '../videos/video-cases.ts';

interface Makers {
  readonly code: CodeSound;
  /** Innocent versions of a video. */
  readonly videos: MakeCases;
}

type SentOn = Pick<EvaluationCase, 'mimeType' | 'bytes'>;

/**
 * Of a picture, recording or video that nobody generated, the innocent versions that the pipelines of its kind are evaluated on; of a picture
 * or recording whose source is labelled as generated, the file as it is and, laundered, sent on without its metadata.
 */
export function screenCases({ code, videos }: Makers): MakeCases {
  return (scene, other) => {
    const extension = extname(scene.path).toLowerCase();
    if (videoFileExtensions.includes(extension)) {
      if (isGenerated(scene.source)) throw new Error('no generated video was met yet: nothing sends it on');
      return videos(scene, other);
    }
    return recordingExtensions.includes(extension) ? casesOfRecording(scene, code) : casesOfPicture(scene);
  };
}

async function* casesOfRecording(scene: Scene, code: CodeSound): AsyncGenerator<EvaluationCase> {
  const recording = await readRecording(scene.path);
  if (isGenerated(scene.source)) {
    const wav = recording && wavFrom(recording.sound.samples, recording.sound.sampleRate);
    const sent = wav && { mimeType: 'audio/mpeg', bytes: await code(wav, usualCoding) };
    yield* generatedCases(scene, recordingTypeOf(scene.path), sent);
  } else if (recording !== undefined) {
    yield* innocentRecordings({ scene, ...recording, code });
  }
}

async function* casesOfPicture(scene: Scene): AsyncGenerator<EvaluationCase> {
  if (!isGenerated(scene.source)) {
    yield* innocentPictures(scene);
    return;
  }
  const { mimeType, make } = sentByMessenger;
  const sent = { mimeType, bytes: await makeVariant(scene.path, make) };
  yield* generatedCases(scene, pictureTypeOf(scene.path), sent);
}

/** Without the file that is sent on where it cannot be made. */
async function* generatedCases(
  { name: scene, source, path }: Scene,
  mimeType: string,
  sent: SentOn | undefined,
): AsyncGenerator<EvaluationCase> {
  const generated = { scene, source, change: 'generated', place: null } as const;
  const group = mimeType.startsWith('audio/') ? 'generated recording' : 'generated picture';
  yield { ...generated, group, isLaundered: false, mimeType, bytes: await readFile(path) };
  if (sent !== undefined) yield { ...generated, group: `${group}, laundered`, isLaundered: true, ...sent };
}

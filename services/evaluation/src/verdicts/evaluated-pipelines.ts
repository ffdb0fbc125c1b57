import { findSoundConverter } from '../calibration/recordings/convert-sound.ts';
import { recordingExtensions } from '../calibration/recordings/recording-files.ts';
import { audioAuthenticity } from '@assay/verification/domain/pipeline/definitions/audio-authenticity';
import { recordingCases } from './recordings/recording-cases.ts';
import { needVideoTools } from '../calibration/videos/encode-video.ts';
import { pictureExtensions } from '../calibration/measuring/photographs.ts';
import { screenCases } from './screen/screen-cases.ts';
import { imageAuthenticity } from '@assay/verification/domain/pipeline/definitions/image-authenticity';
import { documentIntegrity } from '@assay/verification/domain/pipeline/definitions/document-integrity';
import { syntheticMediaScreen } from '@assay/verification/domain/pipeline/definitions/synthetic-media-screen';
import { videoAuthenticity } from '@assay/verification/domain/pipeline/definitions/video-authenticity';
import { readDecoderConfig } from '@assay/verification/config';
import type { Pipeline } from '@assay/verification/domain/pipeline/pipeline';
import type { EvaluatedMaterial } from '@assay/verification/domain/pipeline/definitions/evaluations/published-evaluation';
import { documentCases, documentExtensions } from './documents/document-cases.ts';
import type { MakeCases } from './evaluation-case.ts';
import { pictureCases } from './pictures/picture-cases.ts';
import { innocentVideoCases, videoCases, videoFileExtensions } from './videos/video-cases.ts';

/** How a pipeline is evaluated. */
export interface EvaluatedPipeline {
  readonly pipeline: Pipeline;
  /** Of the files that it is evaluated on. */
  readonly extensions: readonly string[];
  readonly material: EvaluatedMaterial;
  /** @throws where a program is missing that makes the files */
  readonly prepare: () => Promise<MakeCases>;
  /** Whether files of sources that are labelled as generated are among the scenes, and not left out. */
  readonly takesGenerated?: boolean;
}

const all: readonly EvaluatedPipeline[] = [
  {
    pipeline: imageAuthenticity,
    extensions: pictureExtensions,
    material: { scenes: 'scenes', files: 'pictures' },
    prepare: () => Promise.resolve(pictureCases),
  },
  {
    pipeline: audioAuthenticity,
    extensions: recordingExtensions,
    material: { scenes: 'recordings', files: 'recordings' },
    prepare: async () => recordingCases((await findSoundConverter()).code),
  },
  {
    pipeline: videoAuthenticity,
    extensions: videoFileExtensions,
    material: {
      scenes: 'scenes',
      files: 'videos',
      launderedBy: 'Sent on afterwards as a messenger does, at most 640 pixels wide and compressed strongly',
    },
    prepare: async () => videoCases(await needVideoTools(readDecoderConfig())),
  },
  {
    pipeline: syntheticMediaScreen,
    extensions: [...pictureExtensions, ...recordingExtensions, ...videoFileExtensions],
    material: {
      scenes: 'pictures, recordings and videos',
      files: 'files',
      altered: 'generated files that still hold what their generators wrote into them',
    },
    prepare: async () =>
      screenCases({
        code: (await findSoundConverter()).code,
        videos: innocentVideoCases(await needVideoTools(readDecoderConfig())),
      }),
    takesGenerated: true,
  },
  {
    pipeline: documentIntegrity,
    extensions: documentExtensions,
    material: {
      scenes: 'documents',
      files: 'documents',
      launderedBy: 'Printed to a file afterwards, or saved anew without the signature',
    },
    prepare: () => Promise.resolve(documentCases),
  },
];

/** The pipelines that are evaluated, by slug: a new one is its entry here. */
export const evaluatedPipelines: ReadonlyMap<string, EvaluatedPipeline> = new Map(
  all.map((evaluated) => [evaluated.pipeline.slug, evaluated]),
);

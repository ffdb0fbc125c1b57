import { findSoundConverter } from '../checks/calibration/recordings/convert-sound.ts';
import { recordingExtensions } from '../checks/calibration/recordings/recording-files.ts';
import { audioAuthenticity } from '../domain/pipeline/definitions/audio-authenticity.ts';
import { recordingCases } from './recordings/recording-cases.ts';
import { pictureExtensions } from '../checks/calibration/photographs.ts';
import { imageAuthenticity } from '../domain/pipeline/definitions/image-authenticity.ts';
import type { Pipeline } from '../domain/pipeline/pipeline.ts';
import type { EvaluatedMaterial } from '../domain/pipeline/published-evaluation.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { pictureCases } from './pictures/picture-cases.ts';
import type { Scene } from './scenes.ts';

/** Innocent versions of a scene, and changed ones; what is put in comes from the other scene. */
export type MakeCases = (scene: Scene, other: Scene) => AsyncIterable<EvaluationCase>;

/** How a pipeline is evaluated. */
export interface EvaluatedPipeline {
  readonly pipeline: Pipeline;
  /** Of the files that it is evaluated on. */
  readonly extensions: readonly string[];
  readonly material: EvaluatedMaterial;
  /** @throws where a program is missing that makes the files */
  readonly prepare: () => Promise<MakeCases>;
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
];

/** The pipelines that are evaluated, by slug: a new one is its entry here. */
export const evaluatedPipelines: ReadonlyMap<string, EvaluatedPipeline> = new Map(
  all.map((evaluated) => [evaluated.pipeline.slug, evaluated]),
);

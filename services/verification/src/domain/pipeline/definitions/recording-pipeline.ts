import type { Pipeline, PipelineStage } from '../pipeline.ts';
import type { PublishedEvaluation } from './evaluations/published-evaluation.ts';
import { fusionStage } from './fusion-stage.ts';
import { provenanceStage } from './provenance-stage.ts';

type Own = Pick<
  Pipeline,
  'slug' | 'name' | 'description' | 'estimatedMinutes' | 'changes' | 'rarelyFound' | 'costCents' | 'version'
>;

interface Recording extends Own {
  /** The name of the file, with a capital letter. */
  readonly label: string;
  readonly mimeTypes: readonly string[];
  /** Missing: nobody has measured it. */
  readonly evaluation?: PublishedEvaluation;
  /** The stages between provenance and fusion. */
  readonly examinations: readonly PipelineStage[];
}

/** The types of audio files. */
export const soundTypes = ['audio/mpeg', 'audio/wav', 'audio/ogg', 'audio/mp4', 'audio/flac'] as const;
/** The types of video files. */
export const videoTypes = ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-msvideo'] as const;

/** A pipeline on one recording of sound, or of sound and pictures, which machines conclude. */
export function recordingPipeline({
  label,
  mimeTypes,
  examinations,
  evaluation,
  ...own
}: Recording): Pipeline {
  return {
    ...own,
    status: 'active',
    tier: 'ai-only',
    requiredFiles: [
      {
        label,
        description: 'The file as it was received; a copy sent through a messenger was written anew by it.',
        mimeTypes,
        minCount: 1,
        maxCount: 1,
        requiredEnrichmentFields: [],
      },
    ],
    requiredContextFields: [],
    optionalContextFields: [],
    stages: [provenanceStage, ...examinations, fusionStage],
    evaluation: evaluation ?? null,
  };
}

/** The stage that reads who wrote the file. */
export function containerStage(check: string): PipelineStage {
  return {
    slug: 'container',
    name: 'Container',
    type: 'ai',
    description: 'Reads who wrote the file, and compares its dates.',
    task: { kind: 'examine', checks: [check] },
  };
}

/** The stage that examines what is heard. */
export const soundStage: PipelineStage = {
  slug: 'sound-traces',
  name: 'Sound traces',
  type: 'ai',
  description:
    'Decodes the sound, and looks for traces of earlier coding, breaks, and pieces that occur twice.',
  costWeight: 4,
  task: {
    kind: 'examine',
    checks: ['audio-bandwidth', 'audio-coding-grid', 'audio-continuity', 'audio-repeats'],
  },
};

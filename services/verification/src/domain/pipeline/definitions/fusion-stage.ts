import type { PipelineStage } from '../pipeline.ts';

/** The last stage of a pipeline that machines conclude. */
export const fusionStage: PipelineStage = {
  slug: 'fusion',
  name: 'Fusion',
  type: 'ai',
  description: 'Weighs all evidence into a verdict, and writes down why.',
  costWeight: 0,
  task: { kind: 'conclude' },
};

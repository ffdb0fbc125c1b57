import type { PipelineStage } from '../pipeline.ts';

/** The stage that reads who vouched for the file, and validates that it is still the same. */
export const provenanceStage: PipelineStage = {
  slug: 'provenance',
  name: 'Provenance',
  type: 'ai',
  description: 'Validates Content Credentials (C2PA), and reads what they declare of its making.',
  task: { kind: 'examine', checks: ['c2pa'] },
};

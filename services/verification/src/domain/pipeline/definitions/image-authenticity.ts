import { pictureChanges } from '@assay/checks/search/change-kinds';
import type { Pipeline } from '../pipeline.ts';
import { fusionStage } from './fusion-stage.ts';
import { contextField } from './context-field.ts';
import { imageTypes } from './image-types.ts';
import { imageAuthenticityEvaluation } from './evaluations/image-authenticity.ts';
import { imageAuthenticityOthers } from './evaluations/image-authenticity-others.ts';
import { withOthers } from './evaluations/published-evaluation.ts';

export const imageAuthenticity: Pipeline = {
  slug: 'image-authenticity',
  name: 'Image authenticity',
  description:
    'Looks for cryptographic provenance, the marks of generators and editors, and duplicated regions in one picture, ' +
    'and says what it can and cannot conclude from them.',
  status: 'active',
  estimatedMinutes: 1,
  tier: 'ai-only',
  requiredFiles: [
    {
      label: 'Picture',
      description:
        'The file as it was received; a screenshot or a copy sent through a messenger shows much less.',
      mimeTypes: imageTypes,
      minCount: 1,
      maxCount: 1,
      requiredEnrichmentFields: ['width', 'height'],
    },
  ],
  requiredContextFields: [],
  optionalContextFields: [
    contextField('claimed_date', 'Claimed date', 'The day the picture is said to have been taken.', 'date'),
    contextField(
      'claimed_device',
      'Claimed device',
      'The camera or phone it is said to come from.',
      'string',
    ),
    contextField('claimed_location', 'Claimed location', 'The place it is said to show.', 'string'),
  ],
  stages: [
    {
      slug: 'ingest-gate',
      name: 'Ingest gate',
      type: 'ai',
      description: 'Measures what the file went through, and decides which traces can have survived it.',
      task: { kind: 'examine', checks: ['ingest-gate'] },
    },
    {
      slug: 'provenance',
      name: 'Provenance',
      type: 'ai',
      description: 'Validates content credentials (C2PA) and looks for the marks generators leave.',
      task: { kind: 'examine', checks: ['c2pa', 'generator-metadata'] },
    },
    {
      slug: 'metadata-structure',
      name: 'Metadata and structure',
      type: 'ai',
      description: 'Compares metadata, claims and file structure with each other.',
      task: {
        kind: 'examine',
        checks: ['exif-consistency', 'editing-software', 'claim-consistency', 'jpeg-structure'],
      },
    },
    {
      slug: 'pixel-traces',
      name: 'Pixel traces',
      type: 'ai',
      description:
        'Compares the picture with the preview the file stores of it, and searches it for areas that were copied within it, that have another compression history than the rest, or that lack the grain of their surroundings.',
      costWeight: 7,
      // What looks at the whole picture is one stage: each stage decodes it for itself.
      task: {
        kind: 'examine',
        checks: [
          'thumbnail',
          'copy-move',
          'double-quantization',
          'aligned-quantization',
          'jpeg-grid',
          'fill-smoothness',
        ],
        asksDetector: true,
      },
    },
    fusionStage,
  ],
  changes: pictureChanges,
  costCents: 10,
  rarelyFound: ['inserted-area', 'retouched-area'],
  evaluation: withOthers(imageAuthenticityEvaluation, imageAuthenticityOthers),
  version: '1',
};

import { documentChanges } from '@assay/checks/search/change-kinds';
import type { Pipeline } from '../pipeline.ts';
import { documentIntegrityEvaluation } from './evaluations/document-integrity.ts';
import { fusionStage } from './fusion-stage.ts';
import { provenanceStage } from './provenance-stage.ts';

const documentTypes = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const;

export const documentIntegrity: Pipeline = {
  slug: 'document-integrity',
  name: 'Document integrity',
  description:
    'Validates the Content Credentials of one PDF or Word document, and reads its structure: what each save replaced, what its signatures cover, and ' +
    'whether its dates and programs agree. It says what changed and when, not whether what the document states is true.',
  status: 'active',
  estimatedMinutes: 2,
  tier: 'ai-only',
  requiredFiles: [
    {
      label: 'Document',
      description:
        'The file as it was received; a document that was printed or scanned again shows much less.',
      mimeTypes: documentTypes,
      minCount: 1,
      maxCount: 1,
      requiredEnrichmentFields: [],
    },
  ],
  requiredContextFields: [],
  optionalContextFields: [],
  stages: [
    provenanceStage,
    {
      slug: 'document-structure',
      name: 'Document structure',
      type: 'ai',
      description:
        'Compares the dates and programs a document names, reads its editing history, and looks for text that its pages hide.',
      task: { kind: 'examine', checks: ['pdf-metadata', 'pdf-hidden-text', 'docx-history'] },
    },
    {
      slug: 'signature-coverage',
      name: 'Signature coverage',
      type: 'ai',
      description:
        'Says what the signatures of a document cover, and what was changed since; those of a Word document are verified.',
      task: { kind: 'examine', checks: ['pdf-signatures', 'docx-signatures'] },
    },
    {
      slug: 'revision-diff',
      name: 'Revisions',
      type: 'ai',
      description:
        'Follows the saves of a PDF, says what each of them replaced, and draws the pages that look different since.',
      task: { kind: 'examine', checks: ['pdf-revisions'] },
    },
    {
      slug: 'embedded-pictures',
      name: 'Pictures in the document',
      type: 'ai',
      description: 'Examines the pictures that a document holds as files, the largest ones, as pictures.',
      task: { kind: 'examine', checks: ['document-pictures'] },
    },
    fusionStage,
  ],
  changes: documentChanges,
  costCents: 15,
  evaluation: documentIntegrityEvaluation,
  version: '4',
};

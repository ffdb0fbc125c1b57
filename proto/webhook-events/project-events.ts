import type { WebhookEvent } from './event.ts';
import { ids, integer, object, optionalText, text } from './schemas.ts';

const runFields = {
  runId: text('The run.'),
  projectId: text('The project of the run.'),
  pipelineSlug: text('The pipeline of the run.'),
  status: text('The status of the run.'),
  verdict: optionalText('The verdict of the run. Null without one.'),
  confidence: {
    type: ['number', 'null'],
    description: 'The confidence in the verdict, from 0 to 1. Null without one.',
  },
};
const runExample = {
  runId: ids.run,
  projectId: ids.project,
  pipelineSlug: 'image-authenticity',
  status: 'completed',
  verdict: 'manipulated',
  confidence: 0.93,
};

const runEvent = (name: string, description: string, example: object): WebhookEvent => ({
  name,
  scope: 'project',
  description,
  schema: object(runFields),
  example: { ...runExample, ...example },
});

/** The events of projects, and those of the organization that project webhooks receive. */
export const projectEvents: readonly WebhookEvent[] = [
  runEvent('run.completed', 'A run has its verdict.', {}),
  runEvent('run.failed', 'A run failed.', { status: 'failed', verdict: null, confidence: null }),
  runEvent('run.awaiting_crowd', 'A run waits for answers of people.', {
    status: 'awaiting_crowd',
    verdict: null,
    confidence: null,
  }),
  runEvent('run.revised', 'The verdict of a completed run changed.', { verdict: 'inconclusive' }),
  {
    name: 'file.enriched',
    scope: 'project',
    description: 'The metadata of a file were read, or could not be read.',
    schema: object({
      fileId: text('The file.'),
      projectId: text('The project of the file.'),
      enrichmentStatus: { type: 'string', enum: ['completed', 'failed'], description: 'The outcome.' },
    }),
    example: { fileId: ids.file, projectId: ids.project, enrichmentStatus: 'completed' },
  },
  {
    name: 'dataset_version.completed',
    scope: 'project',
    description:
      'A job of a dataset ended. Datasets belong to the organization, so every project webhook that subscribes receives it.',
    schema: object({
      organizationId: text('The organization.'),
      datasetId: text('The dataset.'),
      versionId: text('The version that the job derived.'),
      state: text('The state of the version: `cleaned`, `cleaned_and_enriched` or `failed`.'),
    }),
    example: {
      organizationId: ids.organization,
      datasetId: ids.dataset,
      versionId: ids.version,
      state: 'cleaned',
    },
  },
  {
    name: 'billing.low_balance',
    scope: 'project',
    description:
      'The available balance fell to an alert threshold. The balance belongs to the organization, so every project webhook that subscribes receives it.',
    schema: object({
      organizationId: text('The organization.'),
      availableCents: integer('The available amount, in euro cents.'),
      thresholdCents: integer('The threshold, in euro cents.'),
    }),
    example: { organizationId: ids.organization, availableCents: 1_840, thresholdCents: 2_000 },
  },
];

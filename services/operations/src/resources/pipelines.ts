import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { array, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const { listPipelines, getPipeline } = CatalogServiceService;

export const pipelines: Resource = {
  tag: { name: 'Pipelines', description: 'What can be verified, and what it needs and costs.' },
  operations: {
    listPipelines: operation('GET /v2/pipelines/catalog', listPipelines, {
      summary: 'List the verification pipelines',
      description: 'What can be run, what each needs and what it costs.',
      answer: array('pipelines', 'The catalog.'),
    }),
    getPipeline: operation('GET /v2/pipelines/catalog/:slug', getPipeline, {
      summary: 'Read a verification pipeline',
      description: 'One definition of the catalog.',
      answer: one('pipeline', 'The pipeline.'),
    }),
  },
};

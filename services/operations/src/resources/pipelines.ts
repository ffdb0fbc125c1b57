import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { array, one } from '../answer.ts';
import { operation } from '../operation.ts';
import type { Resource } from '../operation.ts';

const { listPipelines, getPipeline } = CatalogServiceService;

export const pipelines: Resource = {
  tag: {
    name: 'Pipelines',
    description: 'The catalog of verification pipelines: their requirements, stages and prices.',
  },
  operations: {
    listPipelines: operation('GET /v2/pipelines/catalog', listPipelines, {
      summary: 'List the verification pipelines',
      description: 'Returns all pipelines with their requirements, stages and prices.',
      answer: array('pipelines', 'The catalog.'),
    }),
    getPipeline: operation('GET /v2/pipelines/catalog/:slug', getPipeline, {
      summary: 'Read a verification pipeline',
      description: 'Returns one pipeline of the catalog.',
      answer: one('pipeline', 'The pipeline.'),
    }),
  },
};

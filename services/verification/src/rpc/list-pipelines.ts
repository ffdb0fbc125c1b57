import type { ListPipelinesResponse } from '@assay/proto/catalog/v1/catalog_service';
import { catalog } from '../domain/catalog.ts';
import { toPipelineMessage } from './pipeline-message.ts';

export function listPipelines(): Promise<ListPipelinesResponse> {
  return Promise.resolve({ pipelines: catalog.map(toPipelineMessage) });
}

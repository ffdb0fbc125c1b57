import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import type { Deps } from '../deps.ts';
import { catalog, getPipeline } from '../domain/pipeline/catalog.ts';
import { toPipelineMessage } from './pipeline-message.ts';

export const catalogRpcs: Rpcs<Deps, typeof CatalogServiceService> = {
  listPipelines: () => Promise.resolve({ pipelines: catalog.map(toPipelineMessage) }),

  getPipeline: async (_deps, _call, { slug }) => ({
    pipeline: toPipelineMessage(await getPipeline(slug)),
  }),
};

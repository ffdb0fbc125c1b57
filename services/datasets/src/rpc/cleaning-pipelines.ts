import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { CleaningPipelinesServiceService } from '@assay/proto/datasets/v1/cleaning_pipelines_service';
import type { Deps } from '../deps.ts';
import { listPipelineMessages } from './pipeline-message.ts';

export const cleaningPipelinesRpcs: Rpcs<Deps, typeof CleaningPipelinesServiceService> = {
  listCleaningPipelines: ({ cleaners }) => Promise.resolve({ pipelines: listPipelineMessages(cleaners) }),
};

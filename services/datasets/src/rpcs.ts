import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { CleaningPipelinesServiceService } from '@assay/proto/datasets/v1/cleaning_pipelines_service';
import { DatasetsServiceService } from '@assay/proto/datasets/v1/datasets_service';
import { VersionsServiceService } from '@assay/proto/datasets/v1/versions_service';
import type { Deps } from './deps.ts';
import { cleaningPipelinesRpcs } from './rpc/cleaning-pipelines.ts';
import { datasetsRpcs } from './rpc/datasets.ts';
import { versionsRpcs } from './rpc/versions.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(DatasetsServiceService, deps, datasetsRpcs),
    serve(VersionsServiceService, deps, versionsRpcs),
    serve(CleaningPipelinesServiceService, deps, cleaningPipelinesRpcs),
  ];
}

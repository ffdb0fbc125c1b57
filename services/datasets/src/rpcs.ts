import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { DataPlatformServiceService } from '@assay/proto/dataplatform/v1/data_platform_service';
import { LanguageTechnologyServiceService } from '@assay/proto/dataplatform/v1/language_technology_service';
import { CleaningPipelinesServiceService } from '@assay/proto/datasets/v1/cleaning_pipelines_service';
import { DatasetsServiceService } from '@assay/proto/datasets/v1/datasets_service';
import { VersionsServiceService } from '@assay/proto/datasets/v1/versions_service';
import { WorkVersionsServiceService } from '@assay/proto/datasets/v1/work_versions_service';
import type { Deps } from './deps.ts';
import { cleaningPipelinesRpcs } from './rpc/cleaning-pipelines.ts';
import { languageTechnologyRpcs } from './rpc/language-technology.ts';
import { dataPlatformRpcs } from './rpc/data-platform.ts';
import { datasetsRpcs } from './rpc/datasets.ts';
import { versionsRpcs } from './rpc/versions.ts';
import { workVersionsRpcs } from './rpc/work-versions.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(DatasetsServiceService, deps, datasetsRpcs),
    serve(VersionsServiceService, deps, versionsRpcs),
    serve(WorkVersionsServiceService, deps, workVersionsRpcs),
    serve(CleaningPipelinesServiceService, deps, cleaningPipelinesRpcs),
    serve(DataPlatformServiceService, deps, dataPlatformRpcs),
    serve(LanguageTechnologyServiceService, deps, languageTechnologyRpcs),
  ];
}

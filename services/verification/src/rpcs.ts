import { serve } from '@assay/chassis/grpc/serve';
import type { ServedService } from '@assay/chassis/grpc/serve';
import { CatalogServiceService } from '@assay/proto/catalog/v1/catalog_service';
import { ContextsServiceService } from '@assay/proto/contexts/v1/contexts_service';
import { EvidenceBundlesServiceService } from '@assay/proto/evidence/v1/evidence_bundles_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { StageMapsServiceService } from '@assay/proto/runs/v1/stage_maps_service';
import type { Deps } from './deps.ts';
import { catalogRpcs } from './rpc/catalog.ts';
import { contextsRpcs } from './rpc/contexts.ts';
import { evidenceBundlesRpcs } from './rpc/evidence-bundles.ts';
import { runsRpcs } from './rpc/runs.ts';
import { stageMapsRpcs } from './rpc/stage-maps.ts';

export function serveRpcs(deps: Deps): ServedService[] {
  return [
    serve(CatalogServiceService, deps, catalogRpcs),
    serve(ContextsServiceService, deps, contextsRpcs),
    serve(RunsServiceService, deps, runsRpcs),
    serve(StageMapsServiceService, deps, stageMapsRpcs),
    serve(EvidenceBundlesServiceService, deps, evidenceBundlesRpcs),
  ];
}

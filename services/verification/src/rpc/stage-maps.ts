import type { Rpcs } from '@assay/chassis/grpc/serve';
import type { StageMapsServiceService } from '@assay/proto/runs/v1/stage_maps_service';
import type { Deps } from '../deps.ts';
import { listStageMaps } from '../domain/crowd/list-stage-maps.ts';
import { toArtifactMessage } from './report-message.ts';

export const stageMapsRpcs: Rpcs<Deps, typeof StageMapsServiceService> = {
  listStageMaps: async (deps, call, ref) => ({
    maps: (await listStageMaps(deps, call, ref)).map(toArtifactMessage),
  }),
};

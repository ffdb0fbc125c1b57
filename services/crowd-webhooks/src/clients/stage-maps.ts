import { createServiceCall } from '@assay/chassis/call-context';
import type { Clock } from '@assay/chassis/clock';
import { DomainError } from '@assay/chassis/errors';
import type { Channel } from '@assay/chassis/grpc/client';
import { minutes } from '@assay/chassis/units';
import { StageMapsServiceService } from '@assay/proto/runs/v1/stage_maps_service';
import type { ListStageMapsResponse } from '@assay/proto/runs/v1/stage_maps_service';
import type { StageMaps } from '../domain/crowd/claim/stage-maps.ts';

/** The time for which verification signs links. */
const linkLifetimeMs = minutes(15);

/** Reads maps from verification. Their legends, types and stages say something about the result, and stay here. */
export function createStageMaps(verification: Channel, clock: Clock): StageMaps {
  const client = verification.client(StageMapsServiceService);
  return {
    async list({ requestId }, organizationId, { runId, stageId }) {
      const expiresAt = new Date(clock.now().getTime() + linkLifetimeMs);
      const call = createServiceCall('crowd-webhooks', organizationId, requestId);
      const { maps } = await client.listStageMaps(call, { runId, stageId }).catch(ignoreMissing);
      return maps.map(({ url, width, height }) => ({ url, expiresAt, width, height }));
    },
  };
}

/** A run that was deleted has no maps. */
function ignoreMissing(error: unknown): ListStageMapsResponse {
  if (error instanceof DomainError && error.status === 'NOT_FOUND') return { maps: [] };
  throw error;
}

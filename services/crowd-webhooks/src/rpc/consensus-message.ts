import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { PageOf } from '@assay/chassis/pagination';
import { ConsensusMethod as MethodMessage } from '@assay/proto/crowd/v1/crowd_jobs_service';
import type {
  GetCrowdJobStatsResponse,
  ListCrowdConsensusResponse,
} from '@assay/proto/crowd/v1/crowd_jobs_service';
import type { JobStats } from '../domain/crowd/quality/get-stats.ts';
import type { ConsensusMethod, VariantConsensus } from '../domain/crowd/quality/list-consensus.ts';
import { toCountsMessage } from './job-message.ts';

const methods = createEnumCodec(MethodMessage);

export function readMethod(method: MethodMessage): ConsensusMethod {
  return methods.read('method', method) ?? 'bayes';
}

export function toConsensusPage({ items, ...facts }: PageOf<VariantConsensus>): ListCrowdConsensusResponse {
  const consensus = items.map(({ value, ties, weights, ...variant }) => ({
    ...variant,
    value: { ...value },
    ties: [...ties],
    weights: weights.map((weight) => ({ ...weight })),
  }));
  return { consensus, ...facts };
}

export function toStatsMessage({
  counts,
  medianSeconds,
  alpha,
  workers,
}: JobStats): GetCrowdJobStatsResponse {
  return {
    counts: toCountsMessage(counts),
    medianSeconds,
    agreement: { method: 'krippendorff_alpha', value: alpha },
    workers: workers.map(({ isGuest, workerId, ...stats }) => ({
      ...stats,
      workerId,
      guestWorkerId: isGuest ? workerId : undefined,
    })),
  };
}

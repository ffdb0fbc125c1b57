import type { CallContext } from '@assay/chassis/call-context';
import type { Deps } from '../../../deps.ts';
import { checkMaxCost, planJob } from './create-job.ts';
import type { CreateJobDeps, JobPlan } from './create-job.ts';
import type { JobOrder } from './job-order.ts';

export interface EstimateWarning {
  readonly code: 'UNDERPAID' | 'TTL_TOO_SHORT' | 'NO_GOLDEN' | 'SINGLE_ANSWER';
  readonly message: string;
}

/** The cost of a job, in euro cents. */
export interface JobEstimate {
  readonly minCents: number;
  readonly expectedCents: number;
  readonly maxCents: number;
  readonly feeCents: number;
  readonly hourlyRewardCents: number | undefined;
  /** Golden tasks apart. */
  readonly variantCount: number;
  readonly maxSlots: number;
  readonly balanceCents: number;
  /** True if the balance is not less than `maxCents`. */
  readonly sufficient: boolean;
  readonly warnings: readonly EstimateWarning[];
}

/** Estimates a job that could be created now. Errors as CreateCrowdJob says, but for the balance and the spend limit. */
export async function estimateJob(
  deps: CreateJobDeps & Pick<Deps, 'billing'>,
  call: CallContext,
  order: JobOrder,
): Promise<JobEstimate> {
  const plan = await planJob(deps, call, order);
  checkMaxCost(plan);
  const balanceCents = await deps.billing.readAvailableCents(call);
  const { minCents, maxCents, feeCents } = plan.price;
  const { consensusThreshold, maxRepetitions } = order;
  const variantCount = plan.variants.normal.length;
  return {
    minCents,
    maxCents,
    feeCents,
    balanceCents,
    expectedCents: consensusThreshold === undefined ? maxCents : minCents,
    variantCount,
    maxSlots: variantCount * maxRepetitions,
    hourlyRewardCents: computeHourlyReward(order),
    sufficient: maxCents <= balanceCents,
    warnings: listWarnings(plan, deps.prices.minHourlyCents),
  };
}

function computeHourlyReward({ rewardCents, estimatedMinutes }: JobOrder): number | undefined {
  return estimatedMinutes === undefined ? undefined : Math.round((rewardCents * 60) / estimatedMinutes);
}

function listWarnings({ order, variants }: JobPlan, minHourlyCents: number): readonly EstimateWarning[] {
  const hourly = computeHourlyReward(order);
  const { rewardCents, estimatedMinutes = 0, claimTtlMinutes, goldenTaskRatio, maxRepetitions } = order;
  const checks: readonly (readonly [boolean, EstimateWarning])[] = [
    [
      rewardCents > 0 && hourly !== undefined && hourly < minHourlyCents,
      { code: 'UNDERPAID', message: 'The reward for an hour is low. Raise `rewardCents`.' },
    ],
    [
      estimatedMinutes * 2 > claimTtlMinutes,
      {
        code: 'TTL_TOO_SHORT',
        message: 'A claim should last at least twice the estimated time. Raise `claimTtlMinutes`.',
      },
    ],
    [
      goldenTaskRatio === 0 && variants.golden.length === 0 && variants.normal.length > 1,
      { code: 'NO_GOLDEN', message: 'Without golden tasks the accuracy of workers is not measured.' },
    ],
    [
      maxRepetitions === 1,
      {
        code: 'SINGLE_ANSWER',
        message: 'One answer to a variant cannot be compared with others. Raise `maxRepetitionsPerVariant`.',
      },
    ],
  ];
  return checks.filter(([applies]) => applies).map(([, warning]) => warning);
}

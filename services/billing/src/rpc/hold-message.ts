import { invalidField } from '@assay/chassis/errors';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type { PlaceHoldRequest, ReleaseHoldRequest } from '@assay/proto/billing/v1/billing_service';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type { SpendLimit as LimitMessage } from '@assay/proto/identity/v1/api_key';
import type { PlaceHoldInput } from '../domain/hold/place-hold.ts';
import type { PlaceJobHoldInput } from '../domain/job-hold/place-job-hold.ts';
import type { SpendLimit } from '../domain/spending/spending.ts';

const periods = createEnumCodec(SpendPeriod);

/** Reads the hold that is placed. INVALID_ARGUMENT for a limit without a period, and unless it is for a run or a job. */
export function readHold(
  organizationId: string,
  request: PlaceHoldRequest,
): PlaceHoldInput | PlaceJobHoldInput {
  const { runId, jobId = '', spendLimit, inheritedSpendLimits, ...order } = request;
  return {
    ...order,
    ...readOwner(runId, jobId),
    organizationId,
    spendLimit: spendLimit && readSpendLimit(spendLimit),
    inheritedSpendLimits: (inheritedSpendLimits?.limits ?? []).flatMap(({ credentialId, limit }) =>
      limit === undefined ? [] : [{ credentialId, limit: readSpendLimit(limit) }],
    ),
  };
}

type HoldName =
  { readonly runId: string; readonly holdId: string } | { readonly runId: ''; readonly jobId: string };

/** Reads the name of a hold. INVALID_ARGUMENT unless it is the hold of a run or of a job. The hold of a job has no id. */
export function readHoldRef({ runId, jobId = '', holdId = '' }: ReleaseHoldRequest): HoldName {
  const owner = readOwner(runId, jobId);
  if (!('jobId' in owner)) return { ...owner, holdId };
  if (holdId !== '') throw invalidField('holdId', 'holdId is only possible with runId');
  return { runId: '', jobId: owner.jobId };
}

function readOwner(runId: string, jobId: string): { readonly runId: string } | { readonly jobId: string } {
  if ((runId === '') === (jobId === '')) {
    throw invalidField('runId', 'exactly one of runId and jobId must be set');
  }
  return jobId === '' ? { runId } : { jobId };
}

function readSpendLimit({ limitCents, period }: LimitMessage): SpendLimit {
  return { limitCents, period: periods.readRequired('spendLimit.period', period) };
}

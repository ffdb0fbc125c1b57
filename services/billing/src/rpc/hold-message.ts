import { invalidField } from '@assay/chassis/errors';
import { createEnumCodec } from '@assay/chassis/grpc/enum-codec';
import type {
  ConfirmHoldRequest,
  PlaceHoldRequest,
  ReleaseHoldRequest,
} from '@assay/proto/billing/v1/billing_service';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type { SpendLimit as LimitMessage } from '@assay/proto/identity/v1/api_key';
import type { AnyHoldInput } from '../domain/run-hold/any-hold.ts';
import type { SpendLimit } from '../domain/spending/spending.ts';

const periods = createEnumCodec(SpendPeriod);

/** Reads the hold that is placed. INVALID_ARGUMENT for a limit without a period, and unless it is for a run or a job. */
export function readHold(organizationId: string, request: PlaceHoldRequest): AnyHoldInput {
  const { runId, jobId = '', inParts = false, spendLimit, inheritedSpendLimits, ...order } = request;
  const owner = readOwner(runId, jobId);
  return {
    ...order,
    ...owner,
    ...(inParts && 'runId' in owner ? { inParts } : {}),
    organizationId,
    spendLimit: spendLimit && readSpendLimit(spendLimit),
    inheritedSpendLimits: (inheritedSpendLimits?.limits ?? []).flatMap(({ credentialId, limit }) =>
      limit === undefined ? [] : [{ credentialId, limit: readSpendLimit(limit) }],
    ),
  };
}

type HoldName =
  | { readonly runId: string; readonly holdId: string }
  | { readonly runId: ''; readonly jobId: string; readonly holdId: string };

/** Reads the name of a hold. INVALID_ARGUMENT unless it is the hold of a run or of a job. With an id, it is a raise of the hold of a job. */
export function readHoldRef({ runId, jobId = '', holdId = '' }: ReleaseHoldRequest): HoldName {
  const owner = readOwner(runId, jobId);
  return 'jobId' in owner ? { runId: '', jobId: owner.jobId, holdId } : { ...owner, holdId };
}

/** Reads the name of a hold that is confirmed. INVALID_ARGUMENT as `readHoldRef`, and for a raise: the hold of a job is confirmed as a whole. */
export function readConfirmedHold(request: ConfirmHoldRequest): HoldName {
  const ref = readHoldRef(request);
  if ('jobId' in ref && ref.holdId !== '') {
    throw invalidField('holdId', 'The hold of a job is confirmed as a whole. Leave `holdId` out.');
  }
  return ref;
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

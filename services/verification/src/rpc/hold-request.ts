import type { CallContext } from '@assay/chassis/call-context';
import type { PlaceHoldRequest } from '@assay/proto/billing/v1/billing_service';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import type { Run } from '../domain/run.ts';

const spendPeriods = { day: SpendPeriod.DAY, month: SpendPeriod.MONTH } as const;

/** Asks for the money of a run, within what the caller's credential may spend. */
export function holdRequest({ actor }: CallContext, run: Run): PlaceHoldRequest {
  const request = { runId: run.id, amountCents: run.costCents, userId: run.startedBy };
  if (actor.kind !== 'user') return { ...request, credentialId: '' };
  const { credentialId, spendLimit } = actor;
  if (spendLimit === undefined) return { ...request, credentialId };
  const { limitCents, period } = spendLimit;
  return { ...request, credentialId, spendLimit: { limitCents, period: spendPeriods[period] } };
}

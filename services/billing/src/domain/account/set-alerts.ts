import type { AuditedCall } from '@assay/chassis/audit';
import { invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from './account.ts';

const maxAlerts = 10;

/** Decides at which balances the admins are told; each is told about when the balance next falls to it. */
export function setAlerts(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  call: AuditedCall,
  thresholdCents: readonly number[],
): Promise<Account> {
  if (thresholdCents.length > maxAlerts) {
    throw invalidField('thresholdCents', `thresholdCents must name at most ${maxAlerts.toString()}`);
  }
  if (!thresholdCents.every((cents) => Number.isSafeInteger(cents) && cents >= 0)) {
    throw invalidField('thresholdCents', 'thresholdCents must be whole numbers, at least 0');
  }
  const alertThresholdCents = [...new Set(thresholdCents)].sort((a, b) => b - a);
  const { organizationId } = call;
  const target = { targetType: 'organization', targetId: organizationId };
  return postings.run({
    organizationId,
    causes: [],
    decide: () => {
      const change = { action: 'billing.alerts_update', ...target, at: clock.now() };
      return { settings: { alertThresholdCents }, events: [{ kind: 'audited', call, change }] };
    },
  });
}

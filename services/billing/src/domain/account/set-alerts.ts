import type { AuditedCall } from '@assay/chassis/audit';
import type { Deps } from '../../deps.ts';
import type { Account } from './account.ts';

/** Decides at which balances the admins are told; each is told about when the balance next falls to it. */
export function setAlerts(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  call: AuditedCall,
  thresholdCents: readonly number[],
): Promise<Account> {
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

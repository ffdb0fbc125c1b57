import type { AuditedCall } from '@assay/chassis/audit';
import { invalidField } from '@assay/chassis/errors';
import type { Deps } from '../../deps.ts';
import type { Account } from '../account/account.ts';
import { maxTopUpCents, minTopUpCents } from '../account/top-up-limits.ts';

export interface AutoTopUpInput {
  readonly enabled: boolean;
  readonly thresholdCents: number;
  readonly targetCents: number;
}

/** Decides whether money is paid in by itself, and forgets earlier failures; begins at once when little is left. */
export function setAutoTopUp(
  { clock, postings }: Pick<Deps, 'clock' | 'postings'>,
  call: AuditedCall,
  input: AutoTopUpInput,
): Promise<Account> {
  checkInput(input);
  const { enabled, thresholdCents, targetCents } = input;
  const autoTopUp = { enabled, thresholdCents, targetCents, failures: 0, lastError: '' };
  const { organizationId } = call;
  const target = { targetType: 'organization', targetId: organizationId };
  return postings.run({
    organizationId,
    causes: [],
    decide: () => {
      const change = { action: 'billing.auto_top_up_update', ...target, at: clock.now() };
      return {
        settings: { autoTopUp },
        events: [{ kind: 'audited', call, change }],
        mayTopUp: true,
      };
    },
  });
}

function checkInput({ enabled, thresholdCents, targetCents }: AutoTopUpInput): void {
  if (!enabled) return;
  if (targetCents > maxTopUpCents) {
    throw invalidField('targetCents', `targetCents must be at most ${maxTopUpCents.toString()}`);
  }
  if (targetCents - thresholdCents < minTopUpCents) {
    const min = minTopUpCents.toString();
    throw invalidField('targetCents', `targetCents must be at least thresholdCents plus ${min}`);
  }
}

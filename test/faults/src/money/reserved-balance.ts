import type { TypedClient } from '@assay/chassis/grpc/client';
import { newId } from '@assay/chassis/ids';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { callBy, callByService } from '@assay/test-kit/test-platform';

/** All of an organization's money, reserved so that a test can make it available in exact portions. */
export interface ReservedBalance {
  /** Makes exactly one portion available. */
  releasePortion(): Promise<void>;
  /** What is available now. */
  availableCents(): Promise<number>;
}

/** @param portions how often `releasePortion` may be called */
export async function reserveBalance(
  platform: LaunchedPlatform,
  organizationId: string,
  { portions, cents }: { readonly portions: number; readonly cents: number },
): Promise<ReservedBalance> {
  const billing = platform.connect('billing', 'verification').client(BillingServiceService);
  const call = callByService('verification', organizationId);
  const reserved = Array.from({ length: portions }, () => newId());
  for (const runId of reserved) await hold(billing, call, { runId, cents });
  const accounts = platform.connect('billing').client(BillingServiceService);
  const availableCents = async (): Promise<number> => {
    const { account } = await accounts.getBalance(callBy({ organizationId }), {});
    return account?.availableCents ?? Number.NaN;
  };
  await hold(billing, call, { runId: newId(), cents: await availableCents() });
  return {
    availableCents,
    async releasePortion() {
      await billing.releaseHold(call, { runId: reserved.pop() ?? '' });
    },
  };
}

async function hold(
  billing: TypedClient<typeof BillingServiceService>,
  call: ReturnType<typeof callByService>,
  { runId, cents }: { readonly runId: string; readonly cents: number },
): Promise<void> {
  const whose = { userId: newId(), credentialId: '' };
  await billing.placeHold(call, { runId, amountCents: cents, ...whose });
}

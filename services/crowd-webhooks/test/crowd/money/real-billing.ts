import { createServiceCall } from '@assay/chassis/call-context';
import type { OutgoingCall } from '@assay/chassis/call-context';
import type { Channel, TypedClient } from '@assay/chassis/grpc/client';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createBilling } from '../../../src/clients/billing.ts';
import type { Billing } from '../../../src/clients/billing.ts';
import type { Job } from '../../../src/domain/crowd/job/job.ts';

/** Opens the billing of the shared platform. */
export function openRealBilling(platform: SharedPlatform): Billing {
  return createBilling(connectAsService(platform.connect('billing', 'crowd-webhooks')));
}

/** In production the calls have the token of their user, which only the gateway can make. */
function connectAsService(channel: Channel): Channel {
  return {
    ...channel,
    client<S extends object>(definition: S): TypedClient<S> {
      return new Proxy(channel.client(definition), {
        get(client, method) {
          const send = Reflect.get(client, method) as (...input: [OutgoingCall, unknown]) => unknown;
          return ({ organizationId }: OutgoingCall, request: unknown) =>
            send(createServiceCall('crowd-webhooks', organizationId), request);
        },
      });
    },
  };
}

/** Returns the cents that billing holds for a job, without those that it releases and charges when it receives their events. */
export async function countHeld(
  platform: SharedPlatform,
  { id: jobId, organizationId }: Job,
): Promise<number> {
  const client = platform.connect('billing', 'crowd-webhooks').client(BillingServiceService);
  const request = { type: LedgerEntryType.UNSPECIFIED, runId: '', jobId, limit: 200, offset: 0 };
  const { entries } = await client.listLedger(createServiceCall('crowd-webhooks', organizationId), request);
  const amounts = entries.map(({ type, amountCents }) =>
    type === LedgerEntryType.HOLD ? amountCents : -amountCents,
  );
  return amounts.reduce((sum, cents) => sum + cents, 0);
}

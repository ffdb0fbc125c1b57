import { createHmac } from 'node:crypto';
import { eventually } from '@assay/test-kit/eventually';
import { createRest } from '@assay/test-kit/rest';
import type { PathValues, Table } from './row.ts';
import type { World } from './world.ts';

const checkout = { successUrl: 'https://example.org/paid', cancelUrl: 'https://example.org/canceled' };

/** Money. */
export const billingRows: Table = {
  getBalance: { needs: 'viewer', success: 200 },
  getBilling: { needs: 'viewer', success: 200 },
  listTransactions: { needs: 'viewer', success: 200 },
  getTransaction: { needs: 'viewer', success: 200, make: findTransaction },
  listLedger: { needs: 'admin', success: 200 },
  createTopUp: { needs: 'admin', success: 201, body: () => ({ amountCents: 500, ...checkout }) },
  getAutoTopUp: { needs: 'viewer', success: 200 },
  setAutoTopUp: {
    needs: 'admin',
    success: 200,
    body: () => ({ enabled: false, thresholdCents: 1_000, targetCents: 5_000 }),
  },
  getAlerts: { needs: 'viewer', success: 200 },
  setAlerts: { needs: 'admin', success: 200, body: () => ({ thresholdCents: [5_000, 1_000] }) },
  // Its signature is its credential.
  receivePaymentEvent: {
    needs: 'anybody',
    success: 200,
    make: makePaymentEvent,
    body: (_world, { event }) => event,
    headers: ({ platform }, { event = '' }) => signed(event, platform.layout.secrets.paymentMockSecret),
  },
};

/** What the mock provider says of a top-up that was given up. */
async function makePaymentEvent({ owner, home }: World): Promise<PathValues> {
  const url = `/v2/organizations/${home.organizationId}/billing/top-ups`;
  const { body: topUp } = await owner.post(url, { amountCents: 500, ...checkout });
  const event = { id: `event_${String(topUp.id)}`, kind: 'expired', topUpId: topUp.id, currency: 'EUR' };
  return { event: JSON.stringify({ ...event, amountCents: 500 }) };
}

function signed(body: string, secret: string): Readonly<Record<string, string>> {
  const seconds = Math.floor(Date.now() / 1_000).toString();
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const type = { 'content-type': 'application/json' };
  return { ...type, 'x-assay-signature': `t=${seconds},v1=${signature}` };
}

/** The charge for a run. */
async function findTransaction({ platform, home }: World): Promise<PathValues> {
  const rest = createRest(platform.baseUrl, home.keys.viewer);
  return eventually(async () => {
    const { body } = await rest.get('/v2/transactions');
    return { transactionId: body[0].id as string };
  });
}

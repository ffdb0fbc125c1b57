import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { collectAudited } from '@assay/test-kit/events/collect-audited';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../start.ts';

let billing: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  billing = await start(1_000);
});
afterAll(() => billing.stop());

const admin = (organizationId: string) => callBy({ organizationId, role: Role.ADMIN });
const read = (organizationId: string) =>
  billing.asGateway.getBilling(callBy({ organizationId, role: Role.VIEWER }), {});
const setAutoTopUp = (organizationId: string, change: Readonly<Record<string, unknown>> = {}) =>
  billing.asGateway.setAutoTopUp(admin(organizationId), {
    enabled: true,
    thresholdCents: 500,
    targetCents: 2_000,
    ...change,
  });
const setAlerts = (organizationId: string, thresholdCents: number[]) =>
  billing.asGateway.setAlerts(admin(organizationId), { thresholdCents });

describe('GetBilling', () => {
  it('shows an account in which nothing happened yet', async () => {
    const organizationId = newId();
    expect(await read(organizationId)).toEqual({
      account: { organizationId, availableCents: 1_000, heldCents: 0, spentCents: 0, fundedCents: 1_000 },
      lastTopUp: undefined,
      autoTopUp: { enabled: false, thresholdCents: 0, targetCents: 0, lastError: undefined },
      alerts: { thresholdCents: [] },
    });
  });
});

describe('ListBalances', () => {
  it('answers in the order of the request, and opens what is missing', async () => {
    const known = newId();
    const unknown = newId();
    await read(known);
    const request = { organizationIds: [unknown, known, unknown] };
    const { accounts } = await billing.asGateway.listBalances(callByService('gateway'), request);
    expect(accounts.map(({ organizationId }) => organizationId)).toEqual(request.organizationIds);
    expect(accounts.map(({ availableCents }) => availableCents)).toEqual([1_000, 1_000, 1_000]);
  });

  it.each([[Array.from({ length: 201 }, () => 'organization')], [['']]])(
    'refuses too many and nameless ones',
    async (organizationIds) => {
      const answer = billing.asGateway.listBalances(callByService('gateway'), { organizationIds });
      expect(await catchRefusal(answer)).toMatchObject({ details: { field: 'organizationIds' } });
    },
  );

  it('is for nobody outside', async () => {
    const answer = billing.asGateway.listBalances(callBy({ role: Role.ADMIN }), { organizationIds: [] });
    expect(await catchRefusal(answer)).toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});

describe('SetAutoTopUp', () => {
  it('stores the setting, and says what is missing to use it', async () => {
    const organizationId = newId();
    const stored = { enabled: true, thresholdCents: 500, targetCents: 2_000 };
    const { autoTopUp } = await setAutoTopUp(organizationId);
    expect(autoTopUp).toMatchObject(stored);
    expect(autoTopUp?.lastError).toContain('No payment was made yet');
    expect((await read(organizationId)).autoTopUp).toEqual(autoTopUp);
    const off = { enabled: false, thresholdCents: 0, targetCents: 0 };
    const { autoTopUp: stopped } = await setAutoTopUp(organizationId, off);
    expect(stopped).toEqual({ ...off, lastError: undefined });
  });

  it.each([
    ['thresholdCents', { thresholdCents: -1 }],
    ['targetCents', { enabled: false, targetCents: -1 }],
    ['targetCents', { thresholdCents: 1_501 }],
    ['targetCents', { targetCents: 1_000_001 }],
  ])('names the bad field %s', async (field, change) => {
    expect(await catchRefusal(setAutoTopUp(newId(), change))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });
});

describe('SetAlerts', () => {
  it('stores each threshold once, highest first', async () => {
    const organizationId = newId();
    const alerts = { thresholdCents: [500, 100, 0] };
    expect(await setAlerts(organizationId, [100, 500, 100, 0])).toEqual({ alerts });
    expect((await read(organizationId)).alerts).toEqual(alerts);
  });

  it.each([[[-1]], [Array.from({ length: 11 }, (_, index) => index)]])(
    'refuses %j',
    async (thresholdCents) => {
      expect(await catchRefusal(setAlerts(newId(), thresholdCents))).toMatchObject({
        status: 'INVALID_ARGUMENT',
        details: { field: 'thresholdCents' },
      });
    },
  );
});

describe('every change of a setting', () => {
  it('is audited with who made it', async () => {
    const audited = collectAudited(billing.events);
    const organizationId = newId();
    await setAutoTopUp(organizationId);
    await setAlerts(organizationId, [1]);
    await eventually(() => {
      const own = audited.values
        .map(({ event }) => event)
        .filter((event) => event?.organizationId === organizationId);
      expect(own.map((event) => event?.action)).toEqual([
        'billing.auto_top_up_update',
        'billing.alerts_update',
      ]);
      for (const event of own) {
        expect(event).toMatchObject({ targetType: 'organization', targetId: organizationId });
        expect(event?.actorId).toBeDefined();
      }
    });
    await audited.stop();
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await billing.uncoveredQueries()).toEqual([]);
  });
});

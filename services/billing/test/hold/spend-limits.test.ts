import { newId } from '@assay/chassis/ids';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { PlaceHoldRequest } from '@assay/proto/billing/v1/billing_service';
import { SpendPeriod } from '@assay/proto/identity/v1/api_key';
import { RunCompleted } from '@assay/proto/runs/v1/run_events';
import { eventually } from '@assay/test-kit/eventually';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../start.ts';

const clock = createMovingClock();
let billing: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  billing = await start(10_000, { clock });
});
afterAll(() => billing.stop());

const speaker = (organizationId: string) => callByService('verification', organizationId);
const holdRequest = (credentialId: string, amountCents: number, limitCents = 100): PlaceHoldRequest => ({
  runId: newId(),
  amountCents,
  userId: 'user',
  credentialId,
  spendLimit: { limitCents, period: SpendPeriod.DAY },
});
/** A hold by a key that was made with another one, which has a limit. */
const heirsRequest = (parentId: string, amountCents: number): PlaceHoldRequest => ({
  ...holdRequest(newId(), amountCents),
  inheritedSpendLimits: {
    limits: [{ credentialId: parentId, limit: { limitCents: 100, period: SpendPeriod.DAY } }],
  },
});
const hold = (organizationId: string, request: PlaceHoldRequest) =>
  billing.asVerification.placeHold(speaker(organizationId), request);
const release = (organizationId: string, runId: string) =>
  billing.asVerification.releaseHold(speaker(organizationId), { runId });
const spentOn = async (organizationId: string) =>
  (await billing.accounts.find(organizationId))?.spending.map(({ period, cents }) => [period, cents]);

describe('a credential with a spend limit', () => {
  it('holds up to its limit, whatever the balance', async () => {
    const organizationId = newId();
    const key = newId();
    await hold(organizationId, holdRequest(key, 60));
    expect(await catchRefusal(hold(organizationId, holdRequest(key, 41)))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'SPEND_LIMIT_EXCEEDED',
      details: { spendLimitCents: 100, spentCents: 60, spendPeriod: 'day', requiredCents: 41 },
    });
    expect((await hold(organizationId, holdRequest(key, 40))).account).toMatchObject({ heldCents: 100 });
  });

  it('does not spend twice when it asks twice', async () => {
    const organizationId = newId();
    const key = newId();
    const request = holdRequest(key, 100);
    await hold(organizationId, request);
    expect((await hold(organizationId, request)).account).toMatchObject({ heldCents: 100 });
  });

  it('leaves the limits of other credentials alone', async () => {
    const organizationId = newId();
    await hold(organizationId, holdRequest(newId(), 100));
    expect((await hold(organizationId, holdRequest(newId(), 100))).account).toMatchObject({ heldCents: 200 });
  });

  it('may spend again what was released', async () => {
    const organizationId = newId();
    const key = newId();
    const request = holdRequest(key, 100);
    await hold(organizationId, request);
    await release(organizationId, request.runId);
    expect((await hold(organizationId, holdRequest(key, 100))).account).toMatchObject({ heldCents: 100 });
  });

  it('may spend again what a run did not cost, and not what it did', async () => {
    const organizationId = newId();
    const key = newId();
    const { runId, ...rest } = holdRequest(key, 100);
    await hold(organizationId, { runId, ...rest });
    const run = RunCompleted.fromPartial({ runId, organizationId, costCents: 70 });
    await billing.publish(RunCompleted, run, organizationId);
    await eventually(async () => {
      expect(await spentOn(organizationId)).toEqual([
        ['day', 70],
        ['month', 70],
      ]);
    });
    expect(await catchRefusal(hold(organizationId, holdRequest(key, 31)))).toMatchObject({
      reason: 'SPEND_LIMIT_EXCEEDED',
    });
    expect((await hold(organizationId, holdRequest(key, 30))).account).toMatchObject({ spentCents: 70 });
  });

  it('spends what keys made with it spend, whether they have a limit of their own or not', async () => {
    const organizationId = newId();
    const parent = newId();
    await hold(organizationId, holdRequest(parent, 30));
    await hold(organizationId, heirsRequest(parent, 30));
    const unlimited = { ...heirsRequest(parent, 30), spendLimit: undefined };
    await hold(organizationId, unlimited);
    for (const request of [
      holdRequest(parent, 11),
      heirsRequest(parent, 11),
      { ...heirsRequest(parent, 11), spendLimit: undefined },
    ]) {
      expect(await catchRefusal(hold(organizationId, request))).toMatchObject({
        reason: 'SPEND_LIMIT_EXCEEDED',
        details: { spendLimitCents: 100, spentCents: 90 },
      });
    }
    await release(organizationId, unlimited.runId);
    expect((await hold(organizationId, heirsRequest(parent, 40))).account).toMatchObject({ heldCents: 100 });
  });

  it.each([
    ['spendLimit.period', { spendLimit: { limitCents: 1, period: SpendPeriod.UNSPECIFIED } }],
    ['spendLimit.limitCents', { spendLimit: { limitCents: -1, period: SpendPeriod.DAY } }],
    ['credentialId', { credentialId: '' }],
    [
      'inheritedSpendLimits.limits.limit',
      { inheritedSpendLimits: { limits: [{ credentialId: 'key', limit: undefined }] } },
    ],
  ])('names the bad field %s', async (field, change) => {
    expect(await catchRefusal(hold(newId(), { ...holdRequest(newId(), 1), ...change }))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });

  it('is refused beyond its limit by whichever of two processes, when all ask at once', async () => {
    const organizationId = newId();
    const key = newId();
    const second = await billing.startAnother();
    const channel = billing.platform.connect(second.grpcAddress, 'verification');
    const clients = [billing.asVerification, channel.client(BillingServiceService)];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        (clients[index % 2] ?? billing.asVerification)
          .placeHold(speaker(organizationId), holdRequest(key, 10))
          .then(
            () => 'held',
            (error: unknown) => (error as { reason: string }).reason,
          ),
      ),
    );
    channel.close();
    await second.stop();
    const count = (wanted: string) => answers.filter((answer) => answer === wanted).length;
    expect([count('held'), count('SPEND_LIMIT_EXCEEDED')]).toEqual([10, 90]);
  });
});

describe('the next day', () => {
  it('begins with nothing spent, and forgets the day before', async () => {
    const organizationId = newId();
    const key = newId();
    const request = holdRequest(key, 100);
    await hold(organizationId, request);
    clock.advance(86_400_000);
    await hold(organizationId, holdRequest(key, 100));
    await release(organizationId, request.runId);
    const days = (await spentOn(organizationId))?.filter(([period]) => period === 'day');
    expect(days).toEqual([['day', 100]]);
    expect(await catchRefusal(hold(organizationId, holdRequest(key, 1)))).toMatchObject({
      reason: 'SPEND_LIMIT_EXCEEDED',
    });
  });
});

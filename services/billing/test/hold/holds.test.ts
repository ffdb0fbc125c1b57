import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { LedgerEntryType } from '@assay/proto/billing/v1/account';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { ListLedgerRequest } from '@assay/proto/billing/v1/billing_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../start.ts';

const welcomeCents = 1000;
let billing: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  billing = await start(welcomeCents);
});
afterAll(() => billing.stop());

const hold = (organizationId: string, runId: string, amountCents: number) =>
  billing.asVerification.placeHold(callByService('verification', organizationId), {
    runId,
    amountCents,
    userId: 'user',
    credentialId: '',
  });
const release = (organizationId: string, runId: string) =>
  billing.asVerification.releaseHold(callByService('verification', organizationId), { runId });
const balanceOf = async (organizationId: string) =>
  (await billing.asGateway.getBalance(callBy({ organizationId, role: Role.VIEWER }), {})).account;
const everything: ListLedgerRequest = {
  type: LedgerEntryType.UNSPECIFIED,
  runId: '',
  limit: 200,
  offset: 0,
};
const list = (organizationId: string, filter: Partial<ListLedgerRequest> = {}) =>
  billing.asGateway.listLedger(callBy({ organizationId, role: Role.ADMIN }), { ...everything, ...filter });

describe('GetBalance', () => {
  it('opens the account once, with the welcome credit, when no event has done it yet', async () => {
    const organizationId = newId();
    const answers = await Promise.all([1, 2, 3, 4].map(() => balanceOf(organizationId)));
    const opened = { organizationId, availableCents: 1000, heldCents: 0, spentCents: 0, fundedCents: 1000 };
    expect(answers).toEqual([opened, opened, opened, opened]);
    const { entries, total } = await list(organizationId);
    expect(total).toBe(1);
    expect(entries[0]).toMatchObject({
      id: `top_up:welcome:${organizationId}`,
      type: LedgerEntryType.TOP_UP,
      amountCents: 1000,
      balanceAfterCents: 1000,
    });
  });

  it('shows nothing of what other organizations do', async () => {
    const own = newId();
    const other = newId();
    await hold(other, newId(), 400);
    expect(await balanceOf(own)).toMatchObject({ organizationId: own, availableCents: 1000, heldCents: 0 });
  });

  it('is for the service that estimates what runs cost, as far as the organization of its call goes', async () => {
    const organizationId = newId();
    const call = callByService('verification', organizationId);
    const { account } = await billing.asVerification.getBalance(call, {});
    expect(account).toMatchObject({ organizationId, availableCents: 1000 });
  });
});

describe('PlaceHold', () => {
  it('moves money from available to held', async () => {
    const organizationId = newId();
    const { account } = await hold(organizationId, newId(), 300);
    expect(account).toEqual({
      organizationId,
      availableCents: 700,
      heldCents: 300,
      spentCents: 0,
      fundedCents: 1000,
    });
    expect(await balanceOf(organizationId)).toEqual(account);
  });

  it('reserves once, however often it is asked', async () => {
    const organizationId = newId();
    const runId = newId();
    const first = await hold(organizationId, runId, 300);
    const again = await Promise.all([1, 2, 3].map(() => hold(organizationId, runId, 300)));
    expect(again).toEqual([first, first, first]);
  });

  it('names balance and price when there is too little, and takes nothing', async () => {
    const organizationId = newId();
    expect(await catchRefusal(hold(organizationId, newId(), 1001))).toEqual({
      status: 'FAILED_PRECONDITION',
      reason: 'INSUFFICIENT_BALANCE',
      message: 'The balance is too low. Top up and send the request again.',
      details: { balanceCents: 1000, requiredCents: 1001 },
    });
    expect(await balanceOf(organizationId)).toMatchObject({ availableCents: 1000, heldCents: 0 });
  });

  it('takes the last cent', async () => {
    expect((await hold(newId(), newId(), 1000)).account).toMatchObject({
      availableCents: 0,
      heldCents: 1000,
    });
  });

  it('refuses a hold that was released', async () => {
    const organizationId = newId();
    const runId = newId();
    await hold(organizationId, runId, 300);
    await release(organizationId, runId);
    expect(await catchRefusal(hold(organizationId, runId, 300))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      reason: 'HOLD_ENDED',
    });
  });

  it('refuses a hold whose release was faster', async () => {
    const organizationId = newId();
    const runId = newId();
    await release(organizationId, runId);
    expect(await catchRefusal(hold(organizationId, runId, 300))).toMatchObject({ reason: 'HOLD_ENDED' });
    expect(await balanceOf(organizationId)).toMatchObject({ availableCents: 1000, heldCents: 0 });
  });

  it('lets nobody use up the run id of another organization', async () => {
    const own = newId();
    const other = newId();
    const runId = newId();
    await release(other, runId);
    expect((await hold(own, runId, 300)).account).toMatchObject({ heldCents: 300 });
    expect((await list(own, { runId })).total).toBe(1);
  });

  it.each([
    ['runId', '', 1],
    ['amountCents', 'run', -1],
  ])('names the bad field %s', async (field, runId, amountCents) => {
    expect(await catchRefusal(hold(newId(), runId, amountCents))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });

  it('refuses a call that names no organization', async () => {
    expect(await catchRefusal(hold('', newId(), 1))).toMatchObject({ status: 'INVALID_ARGUMENT' });
  });

  it('is refused to people, whatever their role', async () => {
    const call = callBy({ role: Role.SUPERADMIN });
    const request = { runId: newId(), amountCents: 1, userId: '', credentialId: '' };
    expect(await catchRefusal(billing.asGateway.placeHold(call, request))).toMatchObject({
      status: 'PERMISSION_DENIED',
    });
  });
});

describe('1,000 concurrent holds with money for 100', () => {
  it.each([1, 2])('are 100 holds, and everybody gets an answer, over %i processes', async (count) => {
    const organizationId = newId();
    const call = callByService('verification', organizationId);
    const others = await Promise.all(Array.from({ length: count - 1 }, () => billing.startAnother()));
    const channels = others.map(({ grpcAddress }) => billing.platform.connect(grpcAddress, 'verification'));
    const clients = [billing.asVerification, ...channels.map((to) => to.client(BillingServiceService))];
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        (clients[index % count] ?? billing.asVerification)
          .placeHold(call, { runId: newId(), amountCents: 10, userId: 'user', credentialId: '' })
          .then(
            () => 'held',
            (error: unknown) => (error as { reason: string }).reason,
          ),
      ),
    );
    const answered = (wanted: string) => answers.filter((answer) => answer === wanted).length;
    expect([answered('held'), answered('INSUFFICIENT_BALANCE')]).toEqual([100, 900]);
    expect(await balanceOf(organizationId)).toMatchObject({ availableCents: 0, heldCents: 1000 });
    for (const channel of channels) channel.close();
    await Promise.all(others.map((other) => other.stop()));
  });
});

describe('ReleaseHold', () => {
  it('makes the money available again, once', async () => {
    const organizationId = newId();
    const runId = newId();
    await hold(organizationId, runId, 300);
    const first = await release(organizationId, runId);
    expect(first.account).toMatchObject({
      availableCents: 1000,
      heldCents: 0,
      spentCents: 0,
      fundedCents: 1000,
    });
    expect(await Promise.all([1, 2, 3].map(() => release(organizationId, runId)))).toEqual([
      first,
      first,
      first,
    ]);
    expect((await list(organizationId, { runId })).total).toBe(2);
  });

  it('names a missing run id', async () => {
    expect(await catchRefusal(release(newId(), ''))).toMatchObject({ details: { field: 'runId' } });
  });

  it('does not touch the hold of another organization', async () => {
    const owner = newId();
    const other = newId();
    const runId = newId();
    await hold(owner, runId, 300);
    await release(other, runId);
    expect(await balanceOf(owner)).toMatchObject({ heldCents: 300 });
  });
});

describe('ListLedger', () => {
  it('lists newest first, by page, type and run', async () => {
    const organizationId = newId();
    const runs = [newId(), newId(), newId()];
    for (const runId of runs) await hold(organizationId, runId, 100);
    await release(organizationId, runs[1] ?? '');
    const all = await list(organizationId);
    expect(all.entries.map(({ type, runId }) => [type, runId])).toEqual([
      [LedgerEntryType.RELEASE, runs[1]],
      [LedgerEntryType.HOLD, runs[2]],
      [LedgerEntryType.HOLD, runs[1]],
      [LedgerEntryType.HOLD, runs[0]],
      [LedgerEntryType.TOP_UP, undefined],
    ]);
    expect(all.entries.map(({ balanceAfterCents }) => balanceAfterCents)).toEqual([800, 700, 800, 900, 1000]);
    expect(await list(organizationId, { limit: 2, offset: 1 })).toMatchObject({
      entries: all.entries.slice(1, 3),
      total: 5,
    });
    expect((await list(organizationId, { type: LedgerEntryType.HOLD })).total).toBe(3);
    expect((await list(organizationId, { runId: runs[1] ?? '' })).total).toBe(2);
    expect((await list(organizationId, { runId: runs[1] ?? '', type: LedgerEntryType.HOLD })).total).toBe(1);
  });

  it('is read by cursors in the order of its entries, the filters as ever', async () => {
    const organizationId = newId();
    const runs = [newId(), newId(), newId()];
    for (const runId of runs) await hold(organizationId, runId, 100);
    await release(organizationId, runs[1] ?? '');
    const all = await list(organizationId);
    const first = await list(organizationId, { limit: 3, cursor: '' });
    const second = await list(organizationId, { limit: 3, cursor: first.nextCursor });
    expect([...first.entries, ...second.entries]).toEqual(all.entries);
    expect([first.total, first.totalIsExact, second.nextCursor]).toEqual([5, true, undefined]);
    const holds = await list(organizationId, {
      limit: 3,
      cursor: first.nextCursor,
      type: LedgerEntryType.HOLD,
    });
    expect(holds.entries.map(({ runId }) => runId)).toEqual([runs[0]]);
    expect(await catchRefusal(list(organizationId, { cursor: 'x' }))).toMatchObject({
      details: { field: 'cursor' },
    });
  });

  it('shows nothing of other organizations, not even by run id', async () => {
    const owner = newId();
    const runId = newId();
    await hold(owner, runId, 100);
    expect(await list(newId(), { runId })).toMatchObject({ entries: [], total: 0 });
  });

  it.each([
    ['limit', { limit: -1 }],
    ['limit', { limit: 201 }],
    ['offset', { offset: -1 }],
  ])('names the bad field %s', async (field, filter) => {
    expect(await catchRefusal(list(newId(), filter))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await billing.uncoveredQueries()).toEqual([]);
  });
});

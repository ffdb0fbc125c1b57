import { newId } from '@assay/chassis/ids';
import { RunCompleted, RunFailed } from '@assay/proto/runs/v1/run_events';
import { OrganizationCreated } from '@assay/proto/organizations/v1/organization_events';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { eventually } from '@assay/test-kit/eventually';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService } from '../src/service.ts';
import { start } from './start.ts';

let billing: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  billing = await start(1000);
});
afterAll(() => billing.stop());

const hold = (organizationId: string, runId: string, amountCents: number) =>
  billing.asVerification.placeHold(callByService('verification', organizationId), {
    runId,
    amountCents,
    userId: 'user',
    credentialId: '',
  });
const completed = (organizationId: string, runId: string, costCents: number): RunCompleted => {
  return RunCompleted.fromPartial({ runId, organizationId, costCents, startedBy: 'user' });
};
const failed = (organizationId: string, runId: string): RunFailed => {
  return RunFailed.fromPartial({ runId, organizationId, error: 'broken' });
};
const publishCompleted = (organizationId: string, runId: string, costCents: number) =>
  billing.publish(RunCompleted, completed(organizationId, runId, costCents), organizationId);
const publishFailed = (organizationId: string, runId: string) =>
  billing.publish(RunFailed, failed(organizationId, runId), organizationId);
const balancesOf = async (organizationId: string) => {
  const account = await billing.accounts.find(organizationId);
  return [account?.availableCents, account?.heldCents, account?.spentCents, account?.fundedCents];
};
const transactionsOf = (organizationId: string) =>
  billing.db.collection('transactions').find({ organizationId }).toArray();
const everythingHandled = (durable: string) =>
  eventually(async () => {
    const { jsm, namespace } = billing.events;
    const info = await jsm.consumers.info(namespace.stream('RUNS'), durable);
    expect([info.num_pending, info.num_ack_pending]).toEqual([0, 0]);
  });
describe('RunCompleted', () => {
  it('charges the hold and records the transaction', async () => {
    const organizationId = newId();
    const runId = newId();
    await hold(organizationId, runId, 300);
    await publishCompleted(organizationId, runId, 300);
    await eventually(async () => {
      expect(await balancesOf(organizationId)).toEqual([700, 0, 300, 1000]);
      expect(await transactionsOf(organizationId)).toHaveLength(1);
    });
    expect((await transactionsOf(organizationId))[0]).toMatchObject({
      organizationId,
      userId: 'user',
      type: 'charge',
      status: 'succeeded',
      currency: 'EUR',
      amountCents: 300,
      taxCents: 0,
      idempotencyKey: `charge:${runId}`,
      provider: 'balance',
      reference: runId,
    });
  });

  it('releases what the run did not cost', async () => {
    const organizationId = newId();
    const runId = newId();
    await hold(organizationId, runId, 300);
    await publishCompleted(organizationId, runId, 120);
    await eventually(async () => {
      expect(await balancesOf(organizationId)).toEqual([880, 0, 120, 1000]);
    });
  });

  it('never charges more than was held', async () => {
    const organizationId = newId();
    const runId = newId();
    await hold(organizationId, runId, 300);
    await publishCompleted(organizationId, runId, 500);
    await eventually(async () => {
      expect(await balancesOf(organizationId)).toEqual([700, 0, 300, 1000]);
    });
  });

  it('releases the whole hold of a run that costs nothing, and charges nothing, however often it arrives', async () => {
    const organizationId = newId();
    const runId = newId();
    const before = await countDeadLetters(billing.events, 'billing__on-run-completed');
    await hold(organizationId, runId, 300);
    for (let times = 0; times < 3; times += 1) await publishCompleted(organizationId, runId, 0);
    await everythingHandled('billing__on-run-completed');
    expect(await balancesOf(organizationId)).toEqual([1000, 0, 0, 1000]);
    expect(await transactionsOf(organizationId)).toEqual([]);
    expect(await countDeadLetters(billing.events, 'billing__on-run-completed')).toBe(before);
  });

  it('charges once, however often it arrives', async () => {
    const organizationId = newId();
    const runId = newId();
    await hold(organizationId, runId, 300);
    await Promise.all(Array.from({ length: 10 }, () => publishCompleted(organizationId, runId, 300)));
    await everythingHandled('billing__on-run-completed');
    expect(await balancesOf(organizationId)).toEqual([700, 0, 300, 1000]);
    await eventually(async () => {
      expect(await transactionsOf(organizationId)).toHaveLength(1);
    });
  });

  it('is kept as a dead letter when its run has no hold', async () => {
    const organizationId = newId();
    const runId = newId();
    const before = await countDeadLetters(billing.events, 'billing__on-run-completed');
    await publishCompleted(organizationId, runId, 300);
    await eventually(async () => {
      expect(await countDeadLetters(billing.events, 'billing__on-run-completed')).toBe(before + 1);
    });
    expect(await balancesOf(organizationId)).toEqual([1000, 0, 0, 1000]);
  });

  it('is charged when the hold arrives between two deliveries', async () => {
    const organizationId = newId();
    const runId = newId();
    await publishCompleted(organizationId, runId, 300);
    await hold(organizationId, runId, 300);
    await eventually(async () => {
      expect(await balancesOf(organizationId)).toEqual([700, 0, 300, 1000]);
    });
  });

  it.each([
    ['no run', { runId: '' }],
    ['no organization', { organizationId: '' }],
    ['a negative cost', { costCents: -1 }],
  ])('with %s becomes a dead letter and leaves the stream', async (_what, overrides) => {
    const before = await countDeadLetters(billing.events, 'billing__on-run-completed');
    const event = { ...completed(newId(), newId(), 1), ...overrides };
    await billing.publish(RunCompleted, event, '');
    await eventually(async () => {
      expect(await countDeadLetters(billing.events, 'billing__on-run-completed')).toBe(before + 1);
    });
    await everythingHandled('billing__on-run-completed');
  });
});

describe('RunFailed', () => {
  it('releases the hold, however often it arrives', async () => {
    const organizationId = newId();
    const runId = newId();
    await hold(organizationId, runId, 300);
    await Promise.all([1, 2, 3].map(() => publishFailed(organizationId, runId)));
    await eventually(async () => {
      expect(await balancesOf(organizationId)).toEqual([1000, 0, 0, 1000]);
    });
    await eventually(async () => {
      expect((await billing.ledger.listAll(organizationId)).map(({ cause }) => cause)).toEqual([
        `release:${runId}`,
        `hold:${runId}`,
        `top_up:welcome:${organizationId}`,
      ]);
    });
  });

  it('does not release what was charged', async () => {
    const organizationId = newId();
    const runId = newId();
    await hold(organizationId, runId, 300);
    await publishCompleted(organizationId, runId, 300);
    await eventually(async () => {
      expect(await balancesOf(organizationId)).toEqual([700, 0, 300, 1000]);
    });
    await publishFailed(organizationId, runId);
    await everythingHandled('billing__on-run-failed');
    expect(await balancesOf(organizationId)).toEqual([700, 0, 300, 1000]);
  });

  it('that names no run becomes a dead letter', async () => {
    await billing.publish(RunFailed, failed(newId(), ''), '');
    await eventually(async () => {
      expect(await countDeadLetters(billing.events, 'billing__on-run-failed')).toBe(1);
    });
  });
});

describe('OrganizationCreated', () => {
  it('opens the account with the welcome credit, once', async () => {
    const organizationId = newId();
    const event = { organizationId, name: 'New' };
    await Promise.all([1, 2, 3].map(() => billing.publish(OrganizationCreated, event, organizationId)));
    await eventually(async () => {
      expect(await balancesOf(organizationId)).toEqual([1000, 0, 0, 1000]);
      expect(await billing.ledger.listAll(organizationId)).toHaveLength(1);
    });
  });

  it('that names no organization becomes a dead letter', async () => {
    await billing.publish(OrganizationCreated, { organizationId: '', name: '' }, '');
    await eventually(async () => {
      expect(await countDeadLetters(billing.events, 'billing__on-organization-created')).toBe(1);
    });
  });
});

describe('two billing processes', () => {
  it('settle many runs of one organization exactly once, delivered twice each', async () => {
    const second = await startService(billing.config, { backoffMs: [50] });
    const organizationId = newId();
    const runs = Array.from({ length: 40 }, newId);
    await Promise.all(runs.map((runId) => hold(organizationId, runId, 10)));
    await Promise.all(
      [...runs, ...runs].map((runId, index) =>
        index % 4 === 0 ? publishFailed(organizationId, runId) : publishCompleted(organizationId, runId, 10),
      ),
    );
    await eventually(async () => {
      expect((await billing.accounts.find(organizationId))?.heldCents).toBe(0);
    });
    await second.stop();
    await eventually(async () => {
      expect((await billing.accounts.find(organizationId))?.pendingEntries).toEqual([]);
    });
    expect(await billing.ledgerProblems()).toEqual([]);
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await billing.uncoveredQueries()).toEqual([]);
  });
});

import { createPublisher } from '@assay/chassis/events/publisher';
import { newId } from '@assay/chassis/ids';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import { days } from '@assay/chassis/units';
import { republish } from '@assay/chassis/work/republish';
import { Role } from '@assay/proto/access/v1/access';
import { BalanceLow } from '@assay/proto/billing/v1/billing_events';
import { RunCompleted, RunFailed } from '@assay/proto/runs/v1/run_events';
import { countDeadLetters } from '@assay/test-kit/events/dead-letters';
import { findUncoveredQueries } from '@assay/test-kit/database/index-coverage';
import { eventually } from '@assay/test-kit/eventually';
import { loseStream, readEvents } from '@assay/test-kit/servers/lose-stream';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declareResources } from '../src/resources.ts';
import { listLowBalanceEvents } from '../src/store/list-low-balance-events.ts';
import { openStores } from '../src/store/open-stores.ts';
import { billingStream } from '../src/streams.ts';
import { foreignStreams, start } from './start.ts';

const [, runStream] = foreignStreams;
let billing: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  billing = await start(1_000);
});
afterAll(() => billing.stop());

async function newOrganization(...thresholdCents: number[]): Promise<string> {
  const organizationId = newId();
  await billing.asGateway.setAlerts(callBy({ organizationId, role: Role.ADMIN }), { thresholdCents });
  return organizationId;
}

async function placeHold(organizationId: string, amountCents: number): Promise<string> {
  const runId = newId();
  const hold = { runId, amountCents, userId: 'user', credentialId: '' };
  await billing.asVerification.placeHold(callByService('verification', organizationId), hold);
  return runId;
}

const readBalances = async (organizationId: string) => {
  const { version, availableCents, heldCents, spentCents, entryCount } =
    (await billing.accounts.find(organizationId)) ?? {};
  return { version, availableCents, heldCents, spentCents, entryCount };
};
const findNotices = (organizationId: string) =>
  billing.notices.filter((notice) => notice.organizationId === organizationId).map(({ id }) => id);

/** Waits until a consumer has handled all events of its stream. */
async function allHandled(stream: string, durable: string): Promise<void> {
  const { jsm, namespace } = billing.events;
  await eventually(async () => {
    const info = await jsm.consumers.info(namespace.stream(stream), durable);
    expect([info.num_pending, info.num_ack_pending]).toEqual([0, 0]);
  });
}

describe('BalanceLow', () => {
  const stored = () => readEvents(billing.events, billingStream, BalanceLow);
  const redrive = (since = new Date(Date.now() - days(1))) =>
    republish(createPublisher(billing.events), listLowBalanceEvents(billing, since));

  it('arrives once more under its first id after NATS lost its contents, and changes nothing', async () => {
    const organizationId = await newOrganization(800, 500);
    const runId = await placeHold(organizationId, 600);
    await billing.asVerification.releaseHold(callByService('verification', organizationId), { runId });
    await placeHold(organizationId, 300);
    await eventually(async () => expect(await stored()).toHaveLength(3));
    const first = await stored();
    expect(new Set(first.map(({ id }) => id)).size).toBe(3);
    await eventually(() => {
      expect(findNotices(organizationId)).toHaveLength(3);
    });
    await eventually(async () => {
      const waiting = { 'unrecordedEntries.0': { $exists: true } };
      expect(await billing.db.collection('accounts').countDocuments(waiting)).toBe(0);
    });
    const balances = await readBalances(organizationId);
    await loseStream(billing.events, billingStream);
    await prepareService(declareResources(), billing.config);

    expect(await redrive()).toEqual({ stored: 3, known: 0 });
    expect(await redrive()).toEqual({ stored: 0, known: 3 });
    expect((await stored()).toSorted(byId)).toEqual(first.toSorted(byId));
    await allHandled('BILLING', 'billing__on-balance-low');
    // identity-org mails each of these ids once.
    expect(new Set(findNotices(organizationId)).size).toBe(3);
    expect(await readBalances(organizationId)).toEqual(balances);
    expect(await billing.ledgerProblems()).toEqual([]);
  });

  it('is built from an entry that has not left its account, and not when it is older', async () => {
    const organizationId = await newOrganization(500);
    await placeHold(organizationId, 500);
    const find = async (since: Date) => {
      const events = await Array.fromAsync(listLowBalanceEvents(billing, since));
      return new Set(events.filter((event) => event.organizationId === organizationId).map(({ id }) => id));
    };
    const [entry] = await eventually(async () => {
      const entries = await billing.ledger.listAll(organizationId);
      expect(entries[0]?.lowBalance?.thresholdCents).toEqual([500]);
      return entries;
    });
    const recorded = await find(new Date(0));
    expect(recorded.size).toBe(1);
    expect(await find(new Date(Date.now() + 1))).toEqual(new Set());
    const organization = billing.db.collection<{ _id: string }>('accounts');
    await billing.db.collection('ledger').deleteOne({ organizationId, cause: entry?.cause });
    await organization.updateOne({ _id: organizationId }, { $set: { unrecordedEntries: [entry] } });
    expect(await find(new Date(0))).toEqual(recorded);
  });

  it('is found by an index', async () => {
    const { mongodbUri: uri, mongodbDatabase: database } = billing.config;
    const mongo = await connectMongo({ uri, database, appName: 'test', monitorCommands: true });
    const commands: CommandStartedEvent[] = [];
    mongo.client.on('commandStarted', (command) => commands.push(command));
    await Array.fromAsync(
      listLowBalanceEvents(openStores(mongo.db, { notify: () => undefined }), new Date(0)),
    );
    expect(commands.map(({ commandName }) => commandName)).toEqual(['find', 'find']);
    expect(await findUncoveredQueries(commands, mongo.db)).toEqual([]);
    await mongo.close();
  });
});

describe('the end of a run that verification publishes again', () => {
  it('moves no money a second time', async () => {
    const organizationId = await newOrganization();
    const charged = await placeHold(organizationId, 300);
    const released = await placeHold(organizationId, 200);
    const ended = [
      await billing.publish(
        RunCompleted,
        RunCompleted.fromPartial({ runId: charged, organizationId, costCents: 300 }),
        organizationId,
      ),
      await billing.publish(
        RunFailed,
        RunFailed.fromPartial({ runId: released, organizationId, error: 'canceled' }),
        organizationId,
      ),
    ];
    await eventually(async () => {
      expect(await readBalances(organizationId)).toMatchObject({
        availableCents: 700,
        heldCents: 0,
        spentCents: 300,
      });
    });
    const balances = await readBalances(organizationId);
    await loseStream(billing.events, runStream);
    await prepareService(declareResources(), billing.config);
    for (const event of ended) await createPublisher(billing.events).publish(event);
    for (const consumer of ['billing__on-run-completed', 'billing__on-run-failed']) {
      await allHandled('RUNS', consumer);
      expect(await countDeadLetters(billing.events, consumer)).toBe(0);
    }
    expect(await readBalances(organizationId)).toEqual(balances);
    expect(await billing.ledgerProblems()).toEqual([]);
  });
});

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id.localeCompare(other.id);
}

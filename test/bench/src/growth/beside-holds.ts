import { systemClock } from '@assay/chassis/clock';
import { newId } from '@assay/chassis/ids';
import { createLogger } from '@assay/chassis/logger';
import { placeHold } from '../../../../services/billing/src/domain/hold/place-hold.ts';
import { releaseHold } from '../../../../services/billing/src/domain/hold/release-hold.ts';
import { settleHold } from '../../../../services/billing/src/domain/hold/settle-hold.ts';
import { createPostingQueue } from '../../../../services/billing/src/domain/posting/posting-queue.ts';
import { createLedgerDrainer } from '../../../../services/billing/src/store/ledger-drainer.ts';
import { openStores } from '../../../../services/billing/src/store/open-stores.ts';
import { insertMany } from './insert-many.ts';
import type { WireCost, WireMeter } from './wire-meter.ts';

const heldCents = 2;
const page = { limit: 5, offset: 0, cursor: '' };

/** What postings and lists cost beside so many open holds. */
export async function besideHolds(meter: WireMeter, count: number): Promise<Record<string, WireCost>> {
  const { db } = meter;
  const stores = openStores(db, { notify: () => undefined });
  const logger = createLogger({ name: 'bench', level: 'silent' });
  const drainer = createLedgerDrainer({ ...stores, clock: systemClock, logger });
  const parts = { ...stores, clock: systemClock, drainer, welcomeCreditCents: 1_000_000_000 };
  const deps = { ...parts, postings: createPostingQueue(parts) };
  const organizationId = newId();
  const place = (runId: string) =>
    placeHold(deps, { organizationId, runId, amountCents: heldCents, userId: 'user', credentialId: '' });
  await place(newId());
  await drainer.drain(organizationId);
  await seed(db, organizationId, count);
  const settled = newId();
  const released = newId();
  const posted = (act: () => Promise<unknown>) =>
    meter.measure(async () => {
      await act();
      await drainer.drain(organizationId);
    });
  return {
    'place a hold': await posted(() => place(settled)),
    'place another': await posted(() => place(released)),
    'settle a hold': await posted(() => settleHold(deps, { organizationId, runId: settled, costCents: 1 })),
    'release a hold': await posted(() => releaseHold(deps, { organizationId, runId: released })),
    'read the balance': await meter.measure(() => stores.accounts.find(organizationId)),
    'find overdue holds': await meter.measure(() => stores.holds.listOverdue(new Date(), new Date(), 5)),
    'list the ledger': await meter.measure(() => stores.ledger.list(organizationId, {}, page)),
  };
}

type Db = WireMeter['db'];

/** As if so many holds more had been placed and recorded. */
async function seed(db: Db, organizationId: string, count: number): Promise<void> {
  const accounts = db.collection<{ _id: string }>('accounts');
  const account = await accounts.findOne<{ entryCount: number }>({ _id: organizationId });
  const entryCount = account?.entryCount ?? 0;
  const sum = count * heldCents;
  const $inc = { availableCents: -sum, heldCents: sum, entryCount: count };
  const createdAt = new Date();
  const holdOf = (index: number) => {
    const runId = `run${index.toString().padStart(21, '0')}`;
    const common = { organizationId, runId, amountCents: heldCents, userId: 'user', createdAt };
    return { _id: `${organizationId}/hold:${runId}`, ...common };
  };
  await insertMany(db.collection('ledger'), count, (index) => ({
    ...holdOf(index),
    type: 'hold',
    cause: holdOf(index)._id.slice(organizationId.length + 1),
    sequence: entryCount + index + 1,
    balanceAfterCents: 1,
    heldAfterCents: 1,
  }));
  await insertMany(db.collection('holds'), count, (index) => ({
    ...holdOf(index),
    credentialIds: [],
    state: 'open',
    endedAt: null,
  }));
  await accounts.updateOne({ _id: organizationId }, { $inc });
}

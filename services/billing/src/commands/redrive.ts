import { systemClock } from '@assay/chassis/clock';
import { runCommand } from '@assay/chassis/process/boot/operator-command';
import { runRepublish } from '@assay/chassis/process/boot/redrive-command';
import { redriveAll } from '@assay/chassis/work/redrive';
import { unfinishedAutoTopUps } from '../domain/auto-top-up/unfinished-auto-top-ups.ts';
import { publishOverdueHolds } from '../domain/hold/publish-overdue-holds.ts';
import { createPostingQueue } from '../domain/posting/posting-queue.ts';
import { listLowBalanceEvents } from '../store/list-low-balance-events.ts';
import { openStores } from '../store/open-stores.ts';

// Asks about every open hold and every automatic top-up under way; what is appended here is published by billing's relays.
await runCommand('billing-redrive', async ({ db, relay, logger }) => {
  const stores = openStores(db, relay);
  const parts = {
    ...stores,
    clock: systemClock,
    drainer: { notify: () => undefined },
    welcomeCreditCents: 0,
  };
  const deps = { ...parts, logger, payments: undefined, postings: createPostingQueue(parts) };
  await stores.holds.makeOverdue();
  let asked = 0;
  for (let batch = -1; batch !== 0; asked += batch) batch = await publishOverdueHolds(deps, 1);
  const topUps = await redriveAll(deps, unfinishedAutoTopUps(deps));
  const requested = topUps.requested.toString();
  const ended = topUps.ended.toString();
  process.stdout.write(
    `billing: asked about ${asked.toString()} holds and for ${requested} top-ups, ended ${ended}\n`,
  );
});

await runRepublish('billing', (db, since) =>
  listLowBalanceEvents(openStores(db, { notify: () => undefined }), since),
);

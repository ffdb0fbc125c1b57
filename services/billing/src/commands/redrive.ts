import { systemClock } from '@assay/chassis/clock';
import { createLogger } from '@assay/chassis/logger';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { redriveEverything } from '@assay/chassis/work/redrive';
import { commandConfig } from '../config.ts';
import { unfinishedAutoTopUps } from '../domain/auto-top-up/unfinished-auto-top-ups.ts';
import { askAboutHolds } from '../domain/hold/ask-about-holds.ts';
import { createPostingQueue } from '../domain/posting/posting-queue.ts';
import { createAccountStore } from '../store/account-store.ts';
import { createAutoTopUpStore } from '../store/auto-top-up-store.ts';
import { createHoldStore } from '../store/hold-store.ts';
import { createLedgerStore } from '../store/ledger-store.ts';
import { createTopUpStore } from '../store/top-up-store.ts';

// Asks about every open hold and every automatic top-up under way; what is appended here is published by billing's relays.
const { mongodbUri: uri, mongodbDatabase: database } = commandConfig();
const mongo = await connectMongo({ uri, database, appName: 'billing-redrive' });
const unheard = { notify: () => undefined };
const stores = {
  accounts: createAccountStore(mongo.db, unheard),
  autoTopUps: createAutoTopUpStore(mongo.db, unheard),
  holds: createHoldStore(mongo.db),
  ledger: createLedgerStore(mongo.db),
  topUps: createTopUpStore(mongo.db, unheard),
};
const parts = { ...stores, clock: systemClock, drainer: unheard, welcomeCreditCents: 0 };
const logger = createLogger({ name: 'billing-redrive', level: 'warn' });
const deps = { ...parts, logger, payments: undefined, postings: createPostingQueue(parts) };
await stores.holds.makeOverdue();
let asked = 0;
for (let batch = -1; batch !== 0; asked += batch) batch = await askAboutHolds(deps, 1);
const topUps = await redriveEverything(deps, unfinishedAutoTopUps(deps));
const [requested, ended] = [topUps.asked.toString(), topUps.ended.toString()];
process.stdout.write(
  `billing: asked about ${asked.toString()} holds and for ${requested} top-ups, ended ${ended}\n`,
);
await mongo.close();

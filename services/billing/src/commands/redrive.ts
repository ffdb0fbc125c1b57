import { systemClock } from '@assay/chassis/clock';
import { connectMongo } from '@assay/chassis/mongo/connect';
import { commandConfig } from '../config.ts';
import { askForAutoTopUps } from '../domain/auto-top-up/ask-for-auto-top-ups.ts';
import { askAboutHolds } from '../domain/hold/ask-about-holds.ts';
import { createAccountStore } from '../store/account-store.ts';
import { createHoldStore } from '../store/hold-store.ts';

// Asks about every open hold and every automatic top-up under way; what is appended here is published by billing's relays.
const { mongodbUri: uri, mongodbDatabase: database } = commandConfig();
const mongo = await connectMongo({ uri, database, appName: 'billing-redrive' });
const accounts = createAccountStore(mongo.db, { notify: () => undefined });
const holds = createHoldStore(mongo.db);
const deps = { accounts, holds, clock: systemClock };
await holds.makeOverdue();
let asked = 0;
for (let batch = -1; batch !== 0; asked += batch) batch = await askAboutHolds(deps, 1);
// The first look remembers which are under way, the second one asks for them.
await askForAutoTopUps(deps);
const topUps = await askForAutoTopUps({ ...deps, clock: { now: () => new Date(Date.now() + 61_000) } });
process.stdout.write(`billing: asked about ${asked.toString()} holds and ${topUps.toString()} top-ups\n`);
await mongo.close();

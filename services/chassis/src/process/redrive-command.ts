import type { Db } from 'mongodb';
import { systemClock } from '../clock.ts';
import type { ConfigOf } from '../config.ts';
import { createLogger } from '../logger.ts';
import { connectMongo } from '../mongo/connect.ts';
import { redriveEverything } from '../work/redrive.ts';
import type { UnfinishedUnit, UnfinishedWork } from '../work/redrive.ts';
import type { mongoSettings } from './settings.ts';

/** Asks again for all unfinished work of a service, then prints how much it was; the service's relays publish it. */
export async function runRedrive<Unit extends UnfinishedUnit>(
  service: string,
  config: ConfigOf<typeof mongoSettings>,
  openWork: (db: Db) => UnfinishedWork<Unit>,
): Promise<void> {
  const { mongodbUri: uri, mongodbDatabase: database } = config;
  const mongo = await connectMongo({ uri, database, appName: `${service}-redrive` });
  const logger = createLogger({ name: `${service}-redrive`, level: 'warn' });
  const { asked, ended } = await redriveEverything({ clock: systemClock, logger }, openWork(mongo.db));
  process.stdout.write(`${service}: asked again for ${asked.toString()}, ended ${ended.toString()}\n`);
  await mongo.close();
}

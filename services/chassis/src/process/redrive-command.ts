import type { Db } from 'mongodb';
import { systemClock } from '../clock.ts';
import type { Relay } from '../mongo/relay.ts';
import { redriveAll } from '../work/redrive.ts';
import type { UnfinishedUnit, UnfinishedWork } from '../work/redrive.ts';
import { runCommand } from './operator-command.ts';

/** Asks again for all unfinished work of a service, then prints how much it was; the service's relays publish it. */
export function runRedrive<Unit extends UnfinishedUnit>(
  service: string,
  openWork: (db: Db, relay: Pick<Relay, 'notify'>) => UnfinishedWork<Unit>,
): Promise<void> {
  return runCommand(`${service}-redrive`, async ({ db, relay, logger }) => {
    const work = openWork(db, relay);
    const { requested, ended } = await redriveAll({ clock: systemClock, logger }, work);
    process.stdout.write(`${service}: asked again for ${requested.toString()}, ended ${ended.toString()}\n`);
  });
}

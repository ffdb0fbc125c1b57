import type { Db } from 'mongodb';
import { systemClock } from '../clock.ts';
import type { Relay } from '../mongo/relay.ts';
import { redriveAll } from '../work/redrive.ts';
import type { UnfinishedUnit, UnfinishedWork } from '../work/redrive.ts';
import { runCommand } from './operator-command.ts';

/** Requests all unfinished work of a service again and prints the number of units. The relays of the service publish the events. */
export function runRedrive<Unit extends UnfinishedUnit>(
  service: string,
  openWork: (db: Db, relay: Pick<Relay, 'notify'>) => UnfinishedWork<Unit>,
): Promise<void> {
  return runCommand(`${service}-redrive`, async ({ db, relay, logger }) => {
    const work = openWork(db, relay);
    const { requested, ended } = await redriveAll({ clock: systemClock, logger }, work);
    process.stdout.write(
      `${service}: requested ${requested.toString()} units of work again, ended ${ended.toString()}\n`,
    );
  });
}

import type { Db } from 'mongodb';
import { systemClock } from '../../clock.ts';
import type { OutboxEntry } from '../../events/event.ts';
import { createPublisher } from '../../events/publisher.ts';
import type { Relay } from '../../mongo/relay.ts';
import { days } from '../../units.ts';
import { redriveAll } from '../../work/redrive.ts';
import type { UnfinishedUnit, UnfinishedWork } from '../../work/redrive.ts';
import { republish } from '../../work/republish.ts';
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

/**
 * Publishes the events of the last 24 hours again that the service can rebuild from its database, with the same ids, and prints their
 * number. `listEvents` yields those that occurred at or after `since`.
 */
export function runRepublish(
  service: string,
  listEvents: (db: Db, since: Date) => AsyncIterable<OutboxEntry>,
): Promise<void> {
  return runCommand(`${service}-redrive`, async ({ db, connectEvents }) => {
    const publisher = createPublisher(await connectEvents());
    const since = new Date(systemClock.now().getTime() - days(1));
    const { stored, known } = await republish(publisher, listEvents(db, since)).catch((error: unknown) => {
      throw new Error('the events could not be published; run the prepare command, then this one again', {
        cause: error,
      });
    });
    process.stdout.write(
      `${service}: published ${stored.toString()} events of the last 24 hours again; ` +
        `their streams knew ${known.toString()} others\n`,
    );
  });
}

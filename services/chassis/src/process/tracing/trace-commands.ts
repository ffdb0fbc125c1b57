import type { CommandFailedEvent, CommandStartedEvent, CommandSucceededEvent, MongoClient } from 'mongodb';
import { currentTraceparent, openSpan } from './spans.ts';
import type { OpenSpan } from './spans.ts';

/** Records each command of a MongoDB client as a span inside the active one. Commands outside of spans get none. */
export function traceCommands(client: MongoClient): void {
  const open = new Map<number, OpenSpan>();
  const end = (requestId: number, failed: boolean): void => {
    open.get(requestId)?.end({ failed });
    open.delete(requestId);
  };
  client.on('commandStarted', (started: CommandStartedEvent) => {
    if (currentTraceparent() === undefined) return;
    const { commandName, command, databaseName, requestId } = started;
    const named: unknown = Reflect.get(command, commandName);
    const collection = typeof named === 'string' ? named : '';
    const span = openSpan({
      name: `${commandName} ${collection}`.trim(),
      kind: 'client',
      attributes: {
        'db.system.name': 'mongodb',
        'db.namespace': databaseName,
        'db.operation.name': commandName,
        'db.collection.name': collection,
      },
    });
    if (span !== undefined) open.set(requestId, span);
  });
  client.on('commandSucceeded', ({ requestId }: CommandSucceededEvent) => {
    end(requestId, false);
  });
  client.on('commandFailed', ({ requestId }: CommandFailedEvent) => {
    end(requestId, true);
  });
}

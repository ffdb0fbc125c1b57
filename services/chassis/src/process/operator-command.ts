import type { Db } from 'mongodb';
import { toExitCode, readConfig } from '../config.ts';
import type { ConfigOf, Settings } from '../config.ts';
import { connectNats } from '../events/connection.ts';
import type { EventConnection } from '../events/connection.ts';
import { createLogger } from '../logger.ts';
import type { Logger } from '../logger.ts';
import { connectMongo } from '../mongo/connect.ts';
import type { Relay } from '../mongo/relay.ts';
import { createLifecycle } from './lifecycle.ts';
import { mongoSettings, natsSettings } from '../settings/servers.ts';

/** What a command works with; all of it is closed when the command ends. */
export interface CommandServers {
  readonly db: Db;
  /** What a command appends is published by the relays of the service that runs. */
  readonly relay: Pick<Relay, 'notify'>;
  readonly logger: Logger;
  /** Reads what only this command needs; throws ConfigError. */
  readonly readSettings: <S extends Settings>(settings: S) => ConfigOf<S>;
  /** Connects to NATS, for a command that needs it. */
  readonly connectEvents: () => Promise<EventConnection>;
}

/**
 * The life of an operator's command, from its configuration to its exit code: 78 (EX_CONFIG) when a variable is missing or
 * malformed, 1 and one line that says why when it failed otherwise.
 */
export async function runCommand(
  name: string,
  task: (servers: CommandServers) => Promise<void>,
): Promise<void> {
  const logger = createLogger({ name, level: 'warn' });
  const lifecycle = createLifecycle(logger);
  try {
    const { mongodbUri: uri, mongodbDatabase: database } = readConfig(mongoSettings, process.env);
    const mongo = await connectMongo({ uri, database, appName: name });
    lifecycle.onStop('mongodb', () => mongo.close());
    await task({
      db: mongo.db,
      relay: { notify: () => undefined },
      logger,
      readSettings: (settings) => readConfig(settings, process.env),
      async connectEvents() {
        const { natsUrl: url, natsNamespace: namespace } = readConfig(natsSettings, process.env);
        const events = await connectNats({ url, namespace, name, logger });
        lifecycle.onStop('nats', () => events.close());
        return events;
      },
    });
  } catch (error) {
    process.exitCode = toExitCode(error);
    process.stderr.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
  } finally {
    await lifecycle.stop();
  }
}

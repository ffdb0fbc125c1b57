import type { Db } from 'mongodb';
import { toExitCode, readConfig } from '../../config.ts';
import type { ConfigOf, Settings } from '../../config.ts';
import { connectNats } from '../../events/connection.ts';
import type { EventConnection } from '../../events/connection.ts';
import { createLogger } from '../../logger.ts';
import type { Logger } from '../../logger.ts';
import { connectMongo } from '../../mongo/connect.ts';
import type { Relay } from '../../mongo/relay.ts';
import { createLifecycle } from '../lifecycle.ts';
import { mongoSettings, natsSettings } from '../../settings/servers.ts';

/** The servers of a command. All connections are closed when the command ends. */
export interface CommandServers {
  readonly db: Db;
  /** A relay without effect: the relays of the running service publish the events that the command appends. */
  readonly relay: Pick<Relay, 'notify'>;
  readonly logger: Logger;
  /** Reads settings that only this command needs. Throws ConfigError. */
  readonly readSettings: <S extends Settings>(settings: S) => ConfigOf<S>;
  /** Connects to NATS. */
  readonly connectEvents: () => Promise<EventConnection>;
}

/**
 * Runs a command of operators from its configuration to its exit code: 78 (EX_CONFIG) when a variable is missing or malformed, 1 for
 * any other error, which is printed in one line.
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

import type { Db } from 'mongodb';
import type { EventConnection } from '../../events/connection.ts';
import { findUnfinishedRestore } from '../../mongo/restore-mark.ts';
import { pause } from '../pause.ts';
import { findMissingSubjects } from '../../events/streams.ts';
import { findMissingIndexes } from '../../mongo/indexes.ts';
import { findMissingMigrations } from '../../mongo/migrations.ts';
import { listIndexes } from './resources.ts';
import type { ServiceResources } from './resources.ts';
import type { Runtime } from '../runtime.ts';

interface Servers {
  readonly db: Db;
  readonly events: EventConnection;
}

const checkIntervalMs = 200;
/** The delay before missing resources are logged, since the prepare command may be running. */
const logAfterMs = 3_000;

/**
 * Waits until all resources of the service exist, also while MongoDB or NATS is unavailable. Logs each missing resource once and
 * creates none.
 */
export async function awaitPrepared(
  resources: ServiceResources,
  servers: Servers,
  runtime: Pick<Runtime, 'logger' | 'lifecycle' | 'readiness'>,
): Promise<void> {
  const { logger, lifecycle, readiness } = runtime;
  const startedAt = performance.now();
  const logged = new Set<string>();
  while (!lifecycle.stopping.aborted) {
    const missing = await findMissing(resources, servers).catch(describeFailure);
    const [first] = missing;
    if (first === undefined) {
      readiness.start.begin();
      return;
    }
    readiness.start.waitFor(first);
    const unlogged =
      performance.now() - startedAt > logAfterMs ? missing.filter((line) => !logged.has(line)) : [];
    for (const line of unlogged) {
      logged.add(line);
      logger.error(`not prepared: ${line}`);
    }
    await pause(checkIntervalMs, lifecycle.stopping);
  }
}

function describeFailure(error: unknown): readonly string[] {
  return [`MongoDB or NATS does not answer: ${error instanceof Error ? error.message : String(error)}`];
}

async function findMissing(resources: ServiceResources, { db, events }: Servers): Promise<readonly string[]> {
  const [restore, indexes, streams, migrations] = await Promise.all([
    findUnfinishedRestore(db),
    Promise.all(
      listIndexes(resources).map(async ([name, specs]) => {
        const missing = await findMissingIndexes(db.collection(name), specs);
        return missing.map((key) => `collection ${name} has no index ${key}`);
      }),
    ),
    Promise.all(
      (resources.streams ?? []).map(async (stream) => {
        const missing = await findMissingSubjects(events, stream);
        if (missing === undefined) return [`stream ${stream.name} does not exist`];
        return missing.map((subject) => `stream ${stream.name} does not keep ${subject}`);
      }),
    ),
    findMissingMigrations(
      db,
      (resources.migrations ?? []).map(({ name }) => name),
    ),
  ]);
  const unprepared = [
    ...indexes,
    ...streams,
    migrations.map((name) => `migration ${name} did not run`),
  ].flat();
  return [
    ...(restore === undefined ? [] : [`the restore of backup ${restore} is running or was interrupted`]),
    ...unprepared.map((line) => `${line}; run the prepare command of ${resources.name}`),
  ];
}

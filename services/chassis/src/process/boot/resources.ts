import type { Db } from 'mongodb';
import type { ConfigOf } from '../../config.ts';
import type { EventConnection } from '../../events/connection.ts';
import { dueEventCollection, dueEventIndexes } from '../../events/due-event-store.ts';
import type { Durable } from '../../events/durable.ts';
import type { StreamOptions } from '../../events/streams.ts';
import { idempotencyCollection, idempotencyIndexes } from '../../idempotency/idempotency-records.ts';
import type { IndexSpec } from '../../mongo/indexes.ts';
import { objectDeletionCollection, objectDeletionIndexes } from '../../storage/object-deletions.ts';
import type { RevocationsOptions } from '../../tokens/revocations.ts';
import type { storageSettings } from '../../settings/servers.ts';

/** The resources of a service in its servers. Its prepare command creates them; its serving processes wait until they exist. */
export interface ServiceResources {
  /** The name of the service, and the issuer of its tokens. */
  readonly name: string;
  /** The indexes of every collection that the service owns. */
  readonly indexes: Readonly<Record<string, readonly IndexSpec[]>>;
  /** The streams of the domains that the service owns. */
  readonly streams?: readonly Omit<StreamOptions, 'replicas'>[];
  /** The durable consumers of the service, also on streams of other services. */
  readonly durables?: readonly Durable[];
  /** The collections with an outbox. */
  readonly outboxes?: readonly string[];
  /** The migrations, run in this order each time the service is prepared. */
  readonly migrations?: readonly Migration[];
  /** Creates the initial documents after the migrations. It changes nothing when they exist. */
  readonly beginning?: (servers: { readonly db: Db }) => Promise<void>;
  /** Reads revocations from the database of the service that owns them, identity-org. Other services call it over gRPC. */
  readonly readRevocations?: (db: Db) => RevocationsOptions['read'];
  /** The bucket of the service. */
  readonly storage?: ConfigOf<typeof storageSettings>;
}

/** Converts documents of an earlier version. It changes nothing when it runs again. */
export interface Migration {
  /** The name under which the database records the migration. It never changes. */
  readonly name: string;
  readonly run: (servers: { readonly db: Db; readonly events: EventConnection }) => Promise<void>;
}

/** Lists the indexes of all collections of a service, including the collections of the chassis. */
export function listIndexes({
  indexes,
  storage,
}: ServiceResources): [collection: string, specs: readonly IndexSpec[]][] {
  return Object.entries({
    ...(storage === undefined ? {} : { [objectDeletionCollection]: objectDeletionIndexes }),
    ...indexes,
    [idempotencyCollection]: idempotencyIndexes,
    [dueEventCollection]: dueEventIndexes,
  });
}

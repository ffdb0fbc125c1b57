import type { Db } from 'mongodb';
import type { ConfigOf } from '../config.ts';
import type { EventConnection } from '../events/connection.ts';
import { dueEventCollection, dueEventIndexes } from '../events/due-event-store.ts';
import type { Durable } from '../events/durable.ts';
import type { StreamOptions } from '../events/streams.ts';
import { idempotencyCollection, idempotencyIndexes } from '../idempotency/idempotency-records.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import { objectDeletionCollection, objectDeletionIndexes } from '../storage/object-deletions.ts';
import type { RevocationsOptions } from '../tokens/revocations.ts';
import type { storageSettings } from '../settings/servers.ts';

/** What a service owns. Its prepare command makes all of it; its serving processes look whether it is there. */
export interface ServiceResources {
  /** The service's name; also the issuer of its tokens. */
  readonly name: string;
  /** Of every collection the service owns. */
  readonly indexes: Readonly<Record<string, readonly IndexSpec[]>>;
  /** Of every domain the service owns. */
  readonly streams?: readonly Omit<StreamOptions, 'replicas'>[];
  /** By which the service takes events, also from the streams of others. */
  readonly durables?: readonly Durable[];
  /** The collections with an outbox. */
  readonly outboxes?: readonly string[];
  /** In this order, each time the service is prepared. */
  readonly migrations?: readonly Migration[];
  /** Makes, after the migrations, what is there from the first day on; changes nothing where it is. */
  readonly beginning?: (servers: { readonly db: Db }) => Promise<void>;
  /** Reads which credentials changed since then, where the service itself judges them; others ask it. */
  readonly readRevocations?: (db: Db) => RevocationsOptions['read'];
  /** Where the service keeps objects. */
  readonly storage?: ConfigOf<typeof storageSettings>;
}

/** Brings what an earlier version stored into its present form; changes nothing when that has been done. */
export interface Migration {
  /** Remembered in the database as done; it never changes. */
  readonly name: string;
  readonly run: (servers: { readonly db: Db; readonly events: EventConnection }) => Promise<void>;
}

/** The indexes of every collection of the service, those among them that the chassis keeps. */
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

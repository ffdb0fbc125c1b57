import type { Document, Filter, UpdateFilter } from 'mongodb';
import type { OutboxEntry } from '../events/event.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import { appendEvents } from '../mongo/outbox.ts';
import { createOutboxWriter } from '../mongo/outbox-writer.ts';
import type { NamedOutboxDocument } from '../mongo/outbox-writer.ts';
import type { Relay } from '../mongo/relay.ts';
import { currentTraceparent } from '../process/tracing/spans.ts';
import { ascending, createFairQueue, asFilter, matchState, fairQueueIndexes } from '../mongo/fair-queue.ts';
import type { QueuedDocument, FairQueueOptions } from '../mongo/fair-queue.ts';
import { computeDueAt } from './redrive.ts';
import type { UnfinishedUnit, UnfinishedWork, UnitState } from './redrive.ts';
import { leaseEnd } from './worker.ts';
import type { TakenUnit, WorkQueue } from './worker.ts';

/** The fields of a document for its work. Documents of earlier versions lack them. */
export interface WorkFields {
  /** When the redrive checks the unit: at the end of its lease while it is taken. Missing when the unit is done. */
  readonly dueAt?: Date;
  /** Since when the unit is overdue. */
  readonly overdueSince?: Date;
  /** How often a worker has taken the unit. */
  readonly attempts?: number;
  /** The trace of the call that requested the work, if it was traced. */
  readonly traceparent?: string;
}

/** Returns the field with the current trace; empty while the process does not trace. */
export function currentTrace(): Pick<WorkFields, 'traceparent'> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
}

/** A document that is a unit of work. The field of `state` says whether it waits for a worker or was taken by one. */
export interface WorkDocument extends NamedOutboxDocument, WorkFields {
  readonly organizationId: string;
  readonly createdAt: Date;
}

/** The maximum amount of work in progress. */
export type WorkLimits = Pick<
  FairQueueOptions<Document>,
  'slots' | 'slotsPerOrganization' | 'perOrganization'
>;

/** The limits of a store that takes no work. */
export const oneAtATime: WorkLimits = { slots: 1, perOrganization: 1 };

/** An unfinished document as it was listed. */
export interface ListedUnit<T extends WorkDocument> extends UnfinishedUnit {
  readonly document: T;
}

export interface WorkOptions<T extends WorkDocument, Unit extends TakenUnit> extends FairQueueOptions<T> {
  readonly relay: Pick<Relay, 'notify'>;
  /** Selects unfinished documents when earlier versions did not store the state. Default: waiting or taken ones. */
  readonly unfinished?: Filter<T>;
  readonly taken: {
    /** Takes the offered document until `leaseEnd(now)`. Resolves to undefined when another worker has taken it. */
    take(queued: QueuedDocument, now: Date): Promise<Unit | undefined>;
    /** Further conditions that hold while the document is taken. */
    guard?(unit: Unit): Filter<T>;
    /** Builds the event that requests another worker. */
    request(unit: Unit, now: Date): OutboxEntry;
  };
  readonly listed: {
    /** Further conditions that must still hold for a listed document. */
    guard?(document: T): Filter<T>;
    /** Builds the event that requests a worker; undefined when no request is needed. */
    request(document: T, now: Date): OutboxEntry | undefined;
  };
}

type ListOptions<T extends WorkDocument> = Omit<WorkOptions<T, never>, 'taken'>;

/** A work queue with its unfinished work. The caller adds `end`. */
export type WorkDocuments<T extends WorkDocument, Unit extends TakenUnit> = WorkQueue<Unit> &
  Omit<UnfinishedWork<ListedUnit<T>>, 'end'>;

/**
 * Builds the indexes of a work queue. A filter `unfinished` needs an index of its own. @param scope the names of the
 * scope's fields
 */
export function workIndexes(field: string, scope: readonly string[] = []): readonly IndexSpec[] {
  return [...fairQueueIndexes(field, scope), { key: { ...ascending(field, ...scope), dueAt: 1 } }];
}

/**
 * Makes the documents of a collection a work queue. Organizations get fair shares, a taken document has a lease and
 * can be postponed or released, and the redrive requests overdue documents again. Each write takes effect only while
 * its document is unchanged since it was taken or listed.
 */
export function createWorkDocuments<T extends WorkDocument, Unit extends TakenUnit>(
  options: WorkOptions<T, Unit>,
): WorkDocuments<T, Unit> {
  return { ...createQueue(options), ...createUnfinishedWork(options) };
}

function createQueue<T extends WorkDocument, Unit extends TakenUnit>(
  options: WorkOptions<T, Unit>,
): WorkQueue<Unit> {
  const { collection, relay, state, taken } = options;
  const queue = createFairQueue(options);
  const write = createOutboxWriter(collection, relay);

  /** Matches the unit while no other worker has taken it. */
  const matchTaken = (unit: Unit) => {
    const { id, organizationId, attempts } = unit;
    return {
      ...matchState<T>(options, 'taken', { organizationId, attempts, ...taken.guard?.(unit) }),
      _id: id,
    };
  };

  return {
    take: (now) => queue.next((queued) => taken.take(queued, now)),
    freeSlot: ({ organizationId }) => {
      queue.freeSlot(organizationId);
    },
    async renew(unit, now) {
      const update = asUpdate<T>({ $set: { dueAt: leaseEnd(now) } });
      return (await collection.updateOne(matchTaken(unit), update)).matchedCount === 1;
    },
    async postpone(unit, until) {
      await collection.updateOne(matchTaken(unit), asUpdate({ $set: { dueAt: until } }));
    },
    async release(unit, now) {
      const update = {
        $set: { [state.field]: state.waiting, dueAt: computeDueAt(now) },
        $inc: { attempts: -1 },
        ...appendEvents(taken.request(unit, now)),
      };
      await write(matchTaken(unit), asUpdate(update));
    },
  };
}

function createUnfinishedWork<T extends WorkDocument>(
  options: ListOptions<T>,
): Omit<UnfinishedWork<ListedUnit<T>>, 'end'> {
  const { collection, relay, state, listed } = options;
  const write = createOutboxWriter(collection, relay);
  return {
    async listOverdue(kind, now, limit) {
      const late = matchOverdue(options, kind, now);
      const found = await collection.find<T>(late).sort({ dueAt: 1 }).limit(limit).toArray();
      return found.map((document) => {
        const { _id: id, organizationId, overdueSince } = document;
        return { id, organizationId, overdueSince, document };
      });
    },
    async isBusy(now) {
      const moving = matchState(options, 'taken', { dueAt: { $gt: now } });
      return (await collection.findOne(moving, { projection: { _id: 1 } })) !== null;
    },
    requestAgain({ document }, { now, overdueSince }) {
      const { outbox = [] } = document;
      const request = outbox.length > 0 ? undefined : listed.request(document, now);
      const late = overdueSince === undefined ? {} : { overdueSince };
      const update = {
        $set: { [state.field]: state.waiting, dueAt: computeDueAt(now), ...late },
        ...appendEvents(...(request === undefined ? [] : [request])),
      };
      return write(matchListed(options, document), asUpdate(update));
    },
    async makeOverdue() {
      const { unfinished = { [state.field]: { $in: [state.waiting, state.taken] } }, scope } = options;
      await collection.updateMany(
        asFilter<T>({ ...unfinished, ...scope }),
        asUpdate({ $set: { dueAt: new Date(0) } }),
      );
    },
  };
}

/** Matches overdue units. With `unfinished`, the waiting units are the unfinished ones that are not taken. */
function matchOverdue<T extends WorkDocument>(
  options: ListOptions<T>,
  kind: UnitState,
  now: Date,
): Filter<T> {
  const { state, scope, unfinished } = options;
  const late = { dueAt: { $not: { $gt: now } } };
  return kind === 'taken' || unfinished === undefined
    ? matchState(options, kind, late)
    : asFilter<T>({ ...unfinished, ...scope, [state.field]: { $ne: state.taken }, ...late });
}

/** Matches a document while it is unchanged since it was listed. */
function matchListed<T extends WorkDocument>({ state, listed }: ListOptions<T>, document: T) {
  const { _id, organizationId, dueAt = missing } = document;
  const current: unknown = Reflect.get(document, state.field) ?? missing;
  return {
    ...asFilter<T>({ organizationId, [state.field]: current, dueAt, ...listed.guard?.(document) }),
    _id,
  };
}

const missing = { $exists: false } as const;

/** Casts an update. The driver cannot know that the documents have these fields. */
function asUpdate<T extends WorkDocument>(update: Document): UpdateFilter<T> {
  return update;
}

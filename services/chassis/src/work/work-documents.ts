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

/** What a document keeps of the work at it; missing in documents from before. */
export interface WorkFields {
  /** When somebody has to look whether it went on: the end of the lease while it is taken. Missing when it is done. */
  readonly dueAt?: Date;
  /** Since when it has been late. */
  readonly overdueSince?: Date;
  /** How often a worker has taken it. */
  readonly attempts?: number;
  /** The trace of the call that asked for it, where there is one. */
  readonly traceparent?: string;
}

/** What a document keeps of the trace in which work is asked for; nothing while nothing is traced. */
export function currentTrace(): Pick<WorkFields, 'traceparent'> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
}

/** A document that is work; the field of `state` says whether it waits for a worker or was taken by one. */
export interface WorkDocument extends NamedOutboxDocument, WorkFields {
  readonly organizationId: string;
  readonly createdAt: Date;
}

/** How much is worked on at the same time. */
export type WorkLimits = Pick<FairQueueOptions<Document>, 'slots' | 'perOrganization'>;

/** The limits of those who take nothing. */
export const oneAtATime: WorkLimits = { slots: 1, perOrganization: 1 };

/** A document that is not done, as it was listed. */
export interface ListedUnit<T extends WorkDocument> extends UnfinishedUnit {
  readonly document: T;
}

export interface WorkOptions<T extends WorkDocument, Unit extends TakenUnit> extends FairQueueOptions<T> {
  readonly relay: Pick<Relay, 'notify'>;
  /** What is not done, where the field of `state` is missing in documents from before; else what waits or was taken. */
  readonly unfinished?: Filter<T>;
  readonly taken: {
    /** Takes the document whose turn it is, until `leaseEnd(now)`; undefined when somebody else has. */
    take(queued: QueuedDocument, now: Date): Promise<Unit | undefined>;
    /** What is true of a document besides while it is taken. */
    guard?(unit: Unit): Filter<T>;
    /** The event that asks for another worker. */
    request(unit: Unit, now: Date): OutboxEntry;
  };
  readonly listed: {
    /** What must still be true of a listed document besides. */
    guard?(document: T): Filter<T>;
    /** The event that asks for a worker; undefined when there is nothing to ask for. */
    request(document: T, now: Date): OutboxEntry | undefined;
  };
}

type ListOptions<T extends WorkDocument> = Omit<WorkOptions<T, never>, 'taken'>;

/** Work as its documents tell it, all but how it ends. */
export type WorkDocuments<T extends WorkDocument, Unit extends TakenUnit> = WorkQueue<Unit> &
  Omit<UnfinishedWork<ListedUnit<T>>, 'end'>;

/** What it is read by; `unfinished` wants an index of its own. @param scope the fields of the scope, if there is one */
export function workIndexes(field: string, scope: readonly string[] = []): readonly IndexSpec[] {
  return [...fairQueueIndexes(field, scope), { key: { ...ascending(field, ...scope), dueAt: 1 } }];
}

/**
 * The documents of a collection as work: organizations take turns, what was taken is leased, put off or given back, and
 * what was forgotten is asked for again. Each write takes effect only while its document is as it was taken or listed.
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

  /** Nobody else has taken it since. */
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

/** What ought to have gone on by now; what waits may say so only by being unfinished and not taken. */
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

/** Nobody has changed it since. */
function matchListed<T extends WorkDocument>({ state, listed }: ListOptions<T>, document: T) {
  const { _id, organizationId, dueAt = missing } = document;
  const held: unknown = Reflect.get(document, state.field) ?? missing;
  return { ...asFilter<T>({ organizationId, [state.field]: held, dueAt, ...listed.guard?.(document) }), _id };
}

const missing = { $exists: false } as const;

/** The driver cannot know that the documents have these fields. */
function asUpdate<T extends WorkDocument>(update: Document): UpdateFilter<T> {
  return update;
}

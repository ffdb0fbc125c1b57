import type { Binary, Collection, Db, WithId } from 'mongodb';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import { eventHeaders } from './headers.ts';
import type { EventOrigin, IncomingEvent } from './incoming-event.ts';

export const dueEventCollection = 'due_events';

const maxCounted = 10_000;

export const dueEventIndexes: readonly IndexSpec[] = [{ key: { durable: 1, dueAt: 1 } }];

/** An event that is to be handled again, of which the stream knows nothing any more. */
interface DueEventDocument {
  /** Consumer and event: however often a consumer is told of an event, it waits once. */
  readonly _id: string;
  readonly durable: string;
  readonly origin: EventOrigin;
  readonly subject: string;
  readonly payload: Uint8Array | Binary;
  readonly headers: Readonly<Record<string, string>>;
  /** Deliveries that have begun. */
  readonly deliveryCount: number;
  /** When it is to be delivered; while it is being handled, when somebody else takes over. */
  readonly dueAt: Date;
  /** Who is handling it: a later claim takes the event from an earlier one. */
  readonly claim: string | null;
}

/** An event to be kept until it is due. */
export type PostponedEvent = Pick<IncomingEvent, 'origin' | 'subject' | 'data' | 'headers' | 'deliveryCount'>;

/** Where events wait for a retry that is more than a few seconds away, so that no stream waits with them. */
export interface DueEventStore {
  /** Keeps an event until it is due; does nothing when it is kept already. */
  insert(event: PostponedEvent, delayMs: number): Promise<void>;
  /** The longest due event of a consumer, delivered to whoever asked for as long as it extends; undefined when none is due. */
  claim(durable: string, leaseMs: number): Promise<IncomingEvent | undefined>;
  /** How many events of a consumer are due and unclaimed, of the first ten thousand, and since when the first one is. */
  backlog(durable: string): Promise<{ readonly count: number; readonly since: Date | undefined }>;
}

export function createDueEventStore(db: Db, clock: Clock): DueEventStore {
  const events = db.collection<DueEventDocument>(dueEventCollection);
  const after = (ms: number): Date => new Date(clock.now().getTime() + ms);
  return {
    async insert(event, delayMs) {
      const { origin, subject, data, deliveryCount } = event;
      const headers = event.headers();
      const _id = `${origin.consumer}/${headers[eventHeaders.id] ?? `${origin.stream}.${origin.sequence}`}`;
      const kept = { origin, subject, headers, deliveryCount, payload: Buffer.from(data), claim: null };
      const fields = { durable: origin.consumer, ...kept, dueAt: after(delayMs) };
      await events.updateOne({ _id }, { $setOnInsert: fields }, { upsert: true });
    },
    async claim(durable, leaseMs) {
      const claim = newId();
      const claimed = await events.findOneAndUpdate(
        { durable, dueAt: { $lte: clock.now() } },
        { $set: { claim, dueAt: after(leaseMs) }, $inc: { deliveryCount: 1 } },
        { sort: { dueAt: 1 }, returnDocument: 'after', promoteBuffers: true },
      );
      return claimed === null ? undefined : toIncomingEvent(events, claimed, { after, leaseMs });
    },
    async backlog(durable) {
      const due = { durable, dueAt: { $lte: clock.now() } };
      const first = await events.findOne(due, { sort: { dueAt: 1 }, projection: { dueAt: 1 } });
      if (first === null) return { count: 0, since: undefined };
      return { count: await events.countDocuments(due, { limit: maxCounted }), since: first.dueAt };
    },
  };
}

interface Timing {
  readonly after: (ms: number) => Date;
  readonly leaseMs: number;
}

/** Every write counts only as long as nobody else has taken over. */
function toIncomingEvent(
  events: Collection<DueEventDocument>,
  document: WithId<DueEventDocument>,
  { after, leaseMs }: Timing,
): IncomingEvent {
  const { _id, claim, origin, subject, payload, headers, deliveryCount } = document;
  const ownClaim = { _id, claim };
  const remove = async (): Promise<void> => {
    await events.deleteOne(ownClaim);
  };
  return {
    origin,
    subject,
    // Buffers are promoted.
    data: payload as Uint8Array,
    header: (name) => headers[name] ?? '',
    headers: () => headers,
    deliveryCount,
    acknowledge: remove,
    discard: remove,
    async extend() {
      await events.updateOne(ownClaim, { $set: { dueAt: after(leaseMs) } });
    },
    async retry(delayMs) {
      await events.updateOne(ownClaim, { $set: { dueAt: after(delayMs), claim: null } });
    },
  };
}

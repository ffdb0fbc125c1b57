import type { Binary, Collection, Db, WithId } from 'mongodb';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import { eventHeaders } from './headers.ts';
import type { EventOrigin, IncomingEvent } from './incoming-event.ts';

export const dueEventCollection = 'due_events';

const maxCounted = 10_000;

export const dueEventIndexes: readonly IndexSpec[] = [{ key: { durable: 1, dueAt: 1 } }];

/** An event that is to be delivered again and is no longer in its stream. */
interface DueEventDocument {
  /** Consumer and event id, so that an event is stored once however often JetStream delivers it. */
  readonly _id: string;
  readonly durable: string;
  readonly origin: EventOrigin;
  readonly subject: string;
  readonly payload: Uint8Array | Binary;
  readonly headers: Readonly<Record<string, string>>;
  /** Deliveries that have begun. */
  readonly deliveryCount: number;
  /** When the event is to be delivered. While it is being handled: when another process may claim it. */
  readonly dueAt: Date;
  /** The id of the current claim. A later claim replaces it. */
  readonly claim: string | null;
}

/** An event to be stored until it is due. */
export type PostponedEvent = Pick<IncomingEvent, 'origin' | 'subject' | 'data' | 'headers' | 'deliveryCount'>;

/** Stores retries that are more than a few seconds away, so that they do not wait in the stream. */
export interface DueEventStore {
  /** Stores an event until it is due. Does nothing when the event is stored already. */
  insert(event: PostponedEvent, delayMs: number): Promise<void>;
  /**
   * Claims the event of a consumer that has been due longest. The claim ends after `leaseMs` unless `extend` is
   * called. Resolves to undefined when no event is due.
   */
  claim(durable: string, leaseMs: number): Promise<IncomingEvent | undefined>;
  /** Counts the due events of a consumer, up to 10,000, and returns since when the first one has been due. */
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
      const stored = { origin, subject, headers, deliveryCount, payload: Buffer.from(data), claim: null };
      const fields = { durable: origin.consumer, ...stored, dueAt: after(delayMs) };
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

/** Converts a claimed document. Its writes take effect only while no other process has claimed it. */
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
    // The query promotes buffers.
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

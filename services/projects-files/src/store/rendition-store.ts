import type { Collection, Db } from 'mongodb';
import { createDocumentMapper } from '@assay/chassis/mongo/document-mapper';
import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { QueuedDocument } from '@assay/chassis/mongo/fair-queue';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import { appendEvents, newOutbox, outboxIndexes, withoutOutbox } from '@assay/chassis/mongo/outbox';
import { createOutboxWriter } from '@assay/chassis/mongo/outbox-writer';
import type { Relay } from '@assay/chassis/mongo/relay';
import { removeInBatches } from '@assay/chassis/mongo/removed-with';
import { hours } from '@assay/chassis/units';
import { computeDueAt, stalledError } from '@assay/chassis/work/redrive';
import type { UnfinishedWork } from '@assay/chassis/work/redrive';
import {
  createWorkDocuments,
  currentTrace,
  oneAtATime,
  workIndexes,
} from '@assay/chassis/work/work-documents';
import type { ListedUnit, WorkDocument, WorkLimits } from '@assay/chassis/work/work-documents';
import { leaseEnd } from '@assay/chassis/work/worker';
import type { WorkQueue } from '@assay/chassis/work/worker';
import type { Rendition, RenditionOutcome, TakenRendition } from '../domain/work-file/rendition.ts';
import { renditionRequested } from '../events/rendition-events.ts';

export const renditionCollection = 'renditions';

const state = { field: 'state', waiting: 'waiting', taken: 'taken' } as const;

export const renditionIndexes: readonly IndexSpec[] = [
  ...outboxIndexes,
  ...workIndexes(state.field),
  { key: { organizationId: 1, _id: 1 } },
];

/** The renditions of files. A document is the record of a rendition and its work. */
export interface RenditionStore
  extends WorkQueue<TakenRendition>, UnfinishedWork<ListedUnit<RenditionDocument>> {
  /** Requests a worker, unless the rendition exists or is requested. A rendition that failed an hour ago is requested again. */
  request(rendition: Rendition, now: Date): Promise<void>;
  find(organizationId: string, ids: readonly string[]): Promise<readonly Rendition[]>;
  /** Records the outcome. Resolves to false when the rendition was removed, or another worker has taken it. */
  finish(taken: TakenRendition, outcome: RenditionOutcome, now: Date): Promise<boolean>;
  /** Removes the renditions of all objects whose keys begin with the prefix. */
  remove(organizationId: string, prefix: string): Promise<void>;
}

interface RenditionDocument extends WorkDocument, Omit<Mapped<Rendition, 'content' | 'error'>, '_id'> {
  readonly _id: string;
}

const mapper = createDocumentMapper<Rendition, RenditionDocument>({
  nullable: ['content', 'error'],
  internal: ['dueAt', 'overdueSince', 'attempts', 'traceparent'],
});

const retryFailedAfterMs = hours(1);
const noWork = { dueAt: true, overdueSince: true } as const;

export function createRenditionStore(
  db: Db,
  relay: Pick<Relay, 'notify'>,
  limits: WorkLimits = oneAtATime,
): RenditionStore {
  const collection = db.collection<RenditionDocument>(renditionCollection);
  return {
    ...createWorkDocuments<RenditionDocument, TakenRendition>({
      collection,
      relay,
      state,
      ...limits,
      taken: {
        take: (queued, now) => takeRendition(collection, queued, now),
        request: ({ rendition }, now) => renditionRequested(rendition, now),
      },
      listed: { request: (document, now) => renditionRequested(mapper.toDomain(document), now) },
    }),
    ...createRecords(collection, relay),
    async find(organizationId, ids) {
      const filter = { _id: { $in: [...ids] }, organizationId };
      return (await collection.find(filter, { projection: withoutOutbox }).toArray()).map(mapper.toDomain);
    },
    async remove(organizationId, prefix) {
      // Keys are ASCII, so this range holds exactly the keys with the prefix.
      await removeInBatches(collection, { _id: { $gte: prefix, $lt: `${prefix}\u007f` }, organizationId });
    },
  };
}

function createRecords(
  collection: Collection<RenditionDocument>,
  relay: Pick<Relay, 'notify'>,
): Pick<RenditionStore, 'request' | 'finish' | 'end'> {
  const write = createOutboxWriter(collection, relay);
  const ended = (outcome: RenditionOutcome, now: Date) =>
    ({ $set: { ...toOutcomeFields(outcome), updatedAt: now }, $unset: noWork }) as const;
  return {
    async request(rendition, now) {
      const { id: _id, organizationId } = rendition;
      const work = { attempts: 0, dueAt: computeDueAt(now), ...currentTrace() };
      const event = renditionRequested(rendition, now);
      if (await insertNew(collection, mapper.toDocument(rendition, { ...work, ...newOutbox(event) }))) {
        relay.notify(renditionCollection, _id);
        return;
      }
      const failedBefore = new Date(now.getTime() - retryFailedAfterMs);
      await write(
        { _id, organizationId, state: 'failed', updatedAt: { $lt: failedBefore } },
        { $set: { state: 'waiting', error: null, updatedAt: now, ...work }, ...appendEvents(event) },
      );
    },
    async finish({ id: _id, organizationId, attempts }, outcome, now) {
      const taken = { _id, organizationId, attempts, state: state.taken };
      return (await collection.updateOne(taken, ended(outcome, now))).matchedCount === 1;
    },
    async end({ document: { _id, organizationId } }, now) {
      const open = { _id, organizationId, state: { $in: [state.waiting, state.taken] } };
      const outcome = { kind: 'failed', reason: stalledError } as const;
      return (await collection.updateOne(open, ended(outcome, now))).matchedCount === 1;
    },
  };
}

function toOutcomeFields(outcome: RenditionOutcome) {
  return outcome.kind === 'made'
    ? ({ state: 'made', content: outcome.content, error: null } as const)
    : ({ state: 'failed', content: null, error: outcome.reason } as const);
}

async function takeRendition(
  collection: Collection<RenditionDocument>,
  { id, organizationId }: QueuedDocument,
  now: Date,
): Promise<TakenRendition | undefined> {
  const found = await collection.findOneAndUpdate(
    { _id: id, organizationId, state: state.waiting },
    {
      $set: { state: state.taken, updatedAt: now, dueAt: leaseEnd(now) },
      $unset: { overdueSince: true },
      $inc: { attempts: 1 },
    },
    { returnDocument: 'after', projection: withoutOutbox },
  );
  if (found === null) return undefined;
  const { attempts = 1, traceparent } = found;
  return { id, organizationId, attempts, traceparent, rendition: mapper.toDomain(found) };
}

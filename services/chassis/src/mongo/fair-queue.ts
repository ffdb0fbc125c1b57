import type { Collection, Document, Filter } from 'mongodb';
import { createSemaphore } from '../process/semaphore.ts';
import type { IndexSpec } from './indexes.ts';
import { createSlotShares } from './slot-shares.ts';

/** A collection whose documents are units of work of many organizations, oldest first by `createdAt`. */
export interface FairQueueOptions<T extends Document> {
  readonly collection: Collection<T>;
  /** The field with the state of a document, and its values for waiting and for taken documents. */
  readonly state: { readonly field: string; readonly waiting: string; readonly taken: string };
  /** Constant fields that select the documents of this work when a collection holds several kinds of work. */
  readonly scope?: Readonly<Record<string, string>>;
  /** Maximum number of documents that this process works on at the same time. */
  readonly slots: number;
  /** Maximum number of documents of one organization that this process works on at the same time; default all. */
  readonly slotsPerOrganization?: number | undefined;
  /** Maximum number of taken documents of one organization, over all processes. */
  readonly perOrganization: number;
  /**
   * Number of documents of an organization to read ahead; default 1. A higher value needs documents that do not wait
   * again soon after they were taken.
   */
  readonly readAhead?: number;
}

/** A document that the queue offers. The first worker that changes its state takes it. */
export interface QueuedDocument {
  readonly id: string;
  readonly organizationId: string;
}

type Take<R> = (queued: QueuedDocument) => Promise<R | undefined>;

/** A queue that gives organizations equal shares of time, so that the work of one does not wait behind all the work of another. */
export interface FairQueue {
  /**
   * Offers the oldest waiting document of the next organization until `take` accepts one. Resolves to the result of
   * `take`, to `full` when every organization with waiting documents has reached its limit, and to undefined when no
   * document waits.
   */
  next<R>(take: Take<R>): Promise<R | 'full' | undefined>;
  /** Records that this process no longer works on one document of the organization. */
  freeSlot(organizationId: string): void;
}

/** Builds the indexes that `next` needs. @param scope the names of the scope's fields */
export function fairQueueIndexes(field: string, scope: readonly string[] = []): readonly IndexSpec[] {
  return [{ key: { ...ascending(field, ...scope), organizationId: 1, createdAt: 1 } }];
}

export function ascending(...fields: readonly string[]): Readonly<Record<string, 1>> {
  return Object.fromEntries(fields.map((field) => [field, 1]));
}

/** Maximum number of organizations in the rotation. Further ones wait until one of these has no more documents. */
const maxOrganizations = 1_000;

/**
 * Creates a fair queue that serves the organization next that used the least time of the slots, in rotation where they used the same.
 *
 * A single organization gets all slots of a process. While another one waits or was served in the last ten minutes,
 * an organization gets all slots but one, and so do all organizations together whose documents take long, so that the other one finds a
 * free slot at once. Processes do not share their rotation; the limit per organization counts over all of them.
 */
export function createFairQueue<T extends Document>(options: FairQueueOptions<T>): FairQueue {
  const { perOrganization, collection } = options;
  const shares = createSlotShares(options);
  const oneAtATime = createSemaphore(1);
  /** The organizations in the order in which they are served, each with the ids that were read ahead, oldest first. */
  let rotation = new Map<string, string[]>();

  async function hasFullShare(organizationId: string): Promise<boolean> {
    if (shares.hasFullShare(organizationId, rotation.keys())) return true;
    const taken = matchState(options, 'taken', { organizationId });
    return (await collection.countDocuments(taken, { limit: perOrganization })) >= perOrganization;
  }

  /** Adds an organization that is not in the rotation to its front. Resolves to false when none waits. */
  async function admitNext(tried: ReadonlySet<string>): Promise<boolean> {
    const known = new Set([...rotation.keys(), ...tried]);
    const organizationId =
      known.size < maxOrganizations ? await findNewOrganization(options, known) : undefined;
    if (organizationId !== undefined) rotation = new Map([[organizationId, []], ...rotation]);
    return organizationId !== undefined;
  }

  async function takeFrom<R>(organizationId: string, take: Take<R>): Promise<R | undefined> {
    const ids = rotation.get(organizationId) ?? [];
    for (const more of [() => [], () => listOldest(options, organizationId)]) {
      ids.push(...(await more()));
      for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
        const taken = await take({ id, organizationId });
        if (taken !== undefined) return taken;
      }
    }
    return undefined;
  }

  async function offer<R>(take: Take<R>): Promise<R | 'full' | undefined> {
    const tried = new Set<string>();
    let isNew = true;
    let isFull = false;
    for (;;) {
      isNew &&= await admitNext(tried);
      const organizationId = shares.findNext([...rotation.keys()].filter((id) => !tried.has(id)));
      if (organizationId === undefined) return isFull ? 'full' : undefined;
      tried.add(organizationId);
      if (await hasFullShare(organizationId)) {
        isFull = true;
        continue;
      }
      const taken = await takeFrom(organizationId, take);
      const ids = rotation.get(organizationId) ?? [];
      rotation.delete(organizationId);
      if (taken === undefined) continue;
      rotation.set(organizationId, ids);
      shares.start(organizationId);
      return taken;
    }
  }

  return {
    next: (take) => oneAtATime.run(() => offer(take)),
    freeSlot: (organizationId) => {
      shares.freeSlot(organizationId);
    },
  };
}

async function findNewOrganization<T extends Document>(
  options: FairQueueOptions<T>,
  known: ReadonlySet<string>,
): Promise<string | undefined> {
  const waiting = matchState(options, 'waiting', { organizationId: { $nin: [...known] } });
  const projection = { organizationId: 1 };
  const found = await options.collection.findOne<{ organizationId: string }>(waiting, { projection });
  return found?.organizationId;
}

async function listOldest<T extends Document>(
  options: FairQueueOptions<T>,
  organizationId: string,
): Promise<string[]> {
  const { collection, readAhead = 1 } = options;
  const found = await collection
    .find<{ _id: string }>(matchState(options, 'waiting', { organizationId }))
    .project<{ _id: string }>({ _id: 1 })
    .sort({ createdAt: 1 })
    .limit(readAhead)
    .toArray();
  return found.map(({ _id }) => _id);
}

/** Builds the filter for the waiting or the taken documents of this work. */
export function matchState<T extends Document>(
  { state, scope }: Pick<FairQueueOptions<T>, 'state' | 'scope'>,
  kind: 'waiting' | 'taken',
  fields: Document,
): Filter<T> {
  return asFilter({ [state.field]: state[kind], ...scope, ...fields });
}

/** Casts a filter. The driver cannot know that the documents have these fields. */
export function asFilter<T extends Document>(filter: Document): Filter<T> {
  return filter as Filter<T>;
}

import type { Collection, Document, Filter } from 'mongodb';
import { createSemaphore } from '../semaphore.ts';
import type { IndexSpec } from './indexes.ts';

/** A collection whose documents are work, of many organizations, oldest first by `createdAt`. */
export interface FairQueueOptions<T extends Document> {
  readonly collection: Collection<T>;
  /** The field that says whether a document waits for a worker or was taken by one, and what it then says. */
  readonly state: { readonly field: string; readonly waiting: string; readonly taken: string };
  /** What all documents of this work have in common, where a collection holds works of several kinds: fields that never change. */
  readonly scope?: Readonly<Record<string, string>>;
  /** Documents this process works on at the same time. */
  readonly slots: number;
  /** Documents of one organization that may be taken at the same time, in all processes. */
  readonly perOrganization: number;
  /** Documents of an organization read ahead, where one that was taken does not wait again soon; default 1. */
  readonly readAhead?: number;
}

/** A document whose turn it is; whoever changes its state first has it. */
export interface QueuedDocument {
  readonly id: string;
  readonly organizationId: string;
}

type Take<R> = (queued: QueuedDocument) => Promise<R | undefined>;

/** Lets organizations take turns, so that what one of them asks for does not wait behind everything another did. */
export interface FairQueue {
  /**
   * Offers the oldest waiting document of the next organization, until `take` has one; resolves to what it made of it.
   * `full` when only organizations wait that have as much in work as they may, undefined when none waits.
   */
  next<R>(take: Take<R>): Promise<R | 'full' | undefined>;
  /** Says that this process no longer works on one of the organization's. */
  freeSlot(organizationId: string): void;
}

/** What `next` reads by. @param scope the fields of the scope, if there is one */
export function fairQueueIndexes(field: string, scope: readonly string[] = []): readonly IndexSpec[] {
  return [{ key: { ...ascending(field, ...scope), organizationId: 1, createdAt: 1 } }];
}

export function ascending(...fields: readonly string[]): Readonly<Record<string, 1>> {
  return Object.fromEntries(fields.map((field) => [field, 1]));
}

/** So many organizations are in turn at the same time; others wait until one of them has nothing left. */
const maxOrganizations = 1_000;
/** So long a slot is kept for organizations that came before. */
const reservedMs = 600_000;

/**
 * One of several slots of a process is kept for other organizations that came in the last ten minutes: whoever comes again
 * finds it free, however much another one has asked for, and an organization that is alone has all slots. Processes do not
 * know of each other's turns; the limit per organization counts over all of them.
 */
export function createFairQueue<T extends Document>(options: FairQueueOptions<T>): FairQueue {
  const { slots, perOrganization, collection } = options;
  const shares = createSlotShares(slots);
  const oneAtATime = createSemaphore(1);
  /** Who is in turn, in this order, and the ids of what waits, oldest first, as far as it was read. */
  let rotation = new Map<string, string[]>();

  async function hasFullShare(organizationId: string): Promise<boolean> {
    if (shares.hasFullShare(organizationId, rotation.keys())) return true;
    const taken = matchState(options, 'taken', { organizationId });
    return (await collection.countDocuments(taken, { limit: perOrganization })) >= perOrganization;
  }

  /** Lets an organization that has come take the next turn; false when there is none. */
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
    let [isNew, isFull] = [true, false];
    for (;;) {
      isNew &&= await admitNext(tried);
      const organizationId = [...rotation.keys()].find((id) => !tried.has(id));
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

/** How much of what this process does is whose. */
function createSlotShares(slots: number) {
  const running = new Map<string, number>();
  const startedAt = new Map<string, number>();

  /** Nobody else waits, or came lately. */
  function isAlone(organizationId: string, waiting: Iterable<string>): boolean {
    const since = performance.now() - reservedMs;
    for (const [id, at] of startedAt) if (at < since) startedAt.delete(id);
    return ![...startedAt.keys(), ...waiting].some((id) => id !== organizationId);
  }

  return {
    hasFullShare(organizationId: string, waiting: Iterable<string>): boolean {
      const maxSlots = isAlone(organizationId, waiting) ? slots : Math.max(1, slots - 1);
      return (running.get(organizationId) ?? 0) >= maxSlots;
    },
    start(organizationId: string): void {
      startedAt.set(organizationId, performance.now());
      running.set(organizationId, (running.get(organizationId) ?? 0) + 1);
    },
    freeSlot(organizationId: string): void {
      const left = (running.get(organizationId) ?? 1) - 1;
      if (left > 0) running.set(organizationId, left);
      else running.delete(organizationId);
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

/** What waits, or was taken: whatever is asked of the documents as work begins here. */
export function matchState<T extends Document>(
  { state, scope }: Pick<FairQueueOptions<T>, 'state' | 'scope'>,
  kind: 'waiting' | 'taken',
  fields: Document,
): Filter<T> {
  return asFilter({ [state.field]: state[kind], ...scope, ...fields });
}

/** The driver cannot know that the documents have these fields. */
export function asFilter<T extends Document>(filter: Document): Filter<T> {
  return filter as Filter<T>;
}

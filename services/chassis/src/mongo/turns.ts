import type { Collection, Document, Filter } from 'mongodb';
import { createSemaphore } from '../semaphore.ts';
import type { IndexSpec } from './indexes.ts';

/** A collection whose documents are work, of many organizations, oldest first by `createdAt`. */
export interface TurnOptions<T extends Document> {
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
export interface Turn {
  readonly id: string;
  readonly organizationId: string;
}

type Take<R> = (turn: Turn) => Promise<R | undefined>;

/** Lets organizations take turns, so that what one of them asks for does not wait behind everything another did. */
export interface Turns {
  /**
   * Offers the oldest waiting document of the next organization, until `take` has one; resolves to what it made of it.
   * `full` when only organizations wait that have as much in work as they may, undefined when none waits.
   */
  next<R>(take: Take<R>): Promise<R | 'full' | undefined>;
  /** Says that this process no longer works on one of the organization's. */
  leave(organizationId: string): void;
}

/** What `next` reads by. @param scope the fields of the scope, if there is one */
export function turnIndexes(field: string, scope: readonly string[] = []): readonly IndexSpec[] {
  return [{ key: { ...ascending(field, ...scope), organizationId: 1, createdAt: 1 } }];
}

export function ascending(...fields: readonly string[]): Readonly<Record<string, 1>> {
  return Object.fromEntries(fields.map((field) => [field, 1]));
}

/** So many organizations are in turn at the same time; others wait until one of them has nothing left. */
const mostOrganizations = 1_000;
/** So long a slot is kept for organizations that came before. */
const keptMs = 600_000;

/**
 * One of several slots of a process is kept for other organizations that came in the last ten minutes: whoever comes again
 * finds it free, however much another one has asked for, and an organization that is alone has all slots. Processes do not
 * know of each other's turns; the limit per organization counts over all of them.
 */
export function createTurns<T extends Document>(options: TurnOptions<T>): Turns {
  const { slots, perOrganization, collection } = options;
  const shares = createShares(slots);
  const oneAtATime = createSemaphore(1);
  /** Who is in turn, in this order, and the ids of what waits, oldest first, as far as it was read. */
  let hands = new Map<string, string[]>();

  async function hasMuch(organizationId: string): Promise<boolean> {
    if (shares.hasMuch(organizationId, hands.keys())) return true;
    const taken = inState(options, 'taken', { organizationId });
    return (await collection.countDocuments(taken, { limit: perOrganization })) >= perOrganization;
  }

  /** Lets an organization that has come take the next turn; false when there is none. */
  async function welcome(tried: ReadonlySet<string>): Promise<boolean> {
    const known = new Set([...hands.keys(), ...tried]);
    const newcomer = known.size < mostOrganizations ? await newcomerTo(options, known) : undefined;
    if (newcomer !== undefined) hands = new Map([[newcomer, []], ...hands]);
    return newcomer !== undefined;
  }

  async function takeOf<R>(organizationId: string, take: Take<R>): Promise<R | undefined> {
    const hand = hands.get(organizationId) ?? [];
    for (const more of [() => [], () => oldestOf(options, organizationId)]) {
      hand.push(...(await more()));
      for (let id = hand.shift(); id !== undefined; id = hand.shift()) {
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
      isNew &&= await welcome(tried);
      const organizationId = [...hands.keys()].find((id) => !tried.has(id));
      if (organizationId === undefined) return isFull ? 'full' : undefined;
      tried.add(organizationId);
      if (await hasMuch(organizationId)) {
        isFull = true;
        continue;
      }
      const taken = await takeOf(organizationId, take);
      const hand = hands.get(organizationId) ?? [];
      hands.delete(organizationId);
      if (taken === undefined) continue;
      hands.set(organizationId, hand);
      shares.begin(organizationId);
      return taken;
    }
  }

  return {
    next: (take) => oneAtATime.run(() => offer(take)),
    leave: (organizationId) => {
      shares.leave(organizationId);
    },
  };
}

/** How much of what this process does is whose. */
function createShares(slots: number) {
  const here = new Map<string, number>();
  const begunAt = new Map<string, number>();

  /** Nobody else waits, or came lately. */
  function isAlone(organizationId: string, waiting: Iterable<string>): boolean {
    const since = performance.now() - keptMs;
    for (const [id, at] of begunAt) if (at < since) begunAt.delete(id);
    return ![...begunAt.keys(), ...waiting].some((id) => id !== organizationId);
  }

  return {
    hasMuch(organizationId: string, waiting: Iterable<string>): boolean {
      const most = isAlone(organizationId, waiting) ? slots : Math.max(1, slots - 1);
      return (here.get(organizationId) ?? 0) >= most;
    },
    begin(organizationId: string): void {
      begunAt.set(organizationId, performance.now());
      here.set(organizationId, (here.get(organizationId) ?? 0) + 1);
    },
    leave(organizationId: string): void {
      const left = (here.get(organizationId) ?? 1) - 1;
      if (left > 0) here.set(organizationId, left);
      else here.delete(organizationId);
    },
  };
}

async function newcomerTo<T extends Document>(
  options: TurnOptions<T>,
  known: ReadonlySet<string>,
): Promise<string | undefined> {
  const waiting = inState(options, 'waiting', { organizationId: { $nin: [...known] } });
  const projection = { organizationId: 1 };
  const found = await options.collection.findOne<{ organizationId: string }>(waiting, { projection });
  return found?.organizationId;
}

async function oldestOf<T extends Document>(
  options: TurnOptions<T>,
  organizationId: string,
): Promise<string[]> {
  const { collection, readAhead = 1 } = options;
  const found = await collection
    .find<{ _id: string }>(inState(options, 'waiting', { organizationId }))
    .project<{ _id: string }>({ _id: 1 })
    .sort({ createdAt: 1 })
    .limit(readAhead)
    .toArray();
  return found.map(({ _id }) => _id);
}

/** What waits, or was taken: whatever is asked of the documents as work begins here. */
export function inState<T extends Document>(
  { state, scope }: Pick<TurnOptions<T>, 'state' | 'scope'>,
  kind: 'waiting' | 'taken',
  fields: Document,
): Filter<T> {
  return filterOf({ [state.field]: state[kind], ...scope, ...fields });
}

/** The driver cannot know that the documents have these fields. */
export function filterOf<T extends Document>(filter: Document): Filter<T> {
  return filter as Filter<T>;
}

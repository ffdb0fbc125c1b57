import type { Collection, Document, Filter } from 'mongodb';
import { createSemaphore } from '../semaphore.ts';
import type { IndexSpec } from './indexes.ts';

/** A collection whose documents are work, of many organizations, oldest first by `createdAt`. */
export interface TurnOptions<T extends Document> {
  readonly collection: Collection<T>;
  /** The field that says whether a document waits for a worker or was taken by one, and what it then says. */
  readonly state: { readonly field: string; readonly waiting: string; readonly taken: string };
  /** Documents this process works on at the same time. */
  readonly slots: number;
  /** Documents of one organization that may be taken at the same time, in all processes. */
  readonly perOrganization: number;
}

/** A document whose turn it is; whoever changes its state first has it. */
export interface Turn {
  readonly id: string;
  readonly organizationId: string;
}

/** Lets organizations take turns, so that what one of them asks for does not wait behind everything another did. */
export interface Turns {
  /**
   * Offers the oldest waiting document of the next organization, until `take` has one; resolves to what it made of it.
   * `full` when only organizations wait that have as much in work as they may, undefined when none waits.
   */
  next<R>(take: (turn: Turn) => Promise<R | undefined>): Promise<R | 'full' | undefined>;
  /** Says that this process no longer works on one of the organization's. */
  leave(organizationId: string): void;
}

/** What `next` reads by. */
export function turnIndexes(field: string): readonly IndexSpec[] {
  return [{ key: { [field]: 1, organizationId: 1, createdAt: 1 } }];
}

/**
 * One of several slots of a process is kept for other organizations: whoever comes finds it free, however much another
 * one has asked for. Processes do not know of each other's turns; the limit per organization counts over all of them.
 */
export function createTurns<T extends Document>(options: TurnOptions<T>): Turns {
  const { slots, perOrganization, state } = options;
  const mostHere = Math.max(1, slots - 1);
  const here = new Map<string, number>();
  const oneAtATime = createSemaphore(1);
  let last = '';

  async function hasMuch(organizationId: string): Promise<boolean> {
    if ((here.get(organizationId) ?? 0) >= mostHere) return true;
    const taken = filterOf<T>({ [state.field]: state.taken, organizationId });
    return (await options.collection.countDocuments(taken, { limit: perOrganization })) >= perOrganization;
  }

  async function offer<R>(take: (turn: Turn) => Promise<R | undefined>): Promise<R | 'full' | undefined> {
    const passed = new Set<string>();
    const refused = new Set<string>();
    for (;;) {
      const turn = (await oldestAfter(options, last, passed)) ?? (await oldestAfter(options, '', passed));
      if (turn === undefined) return passed.size > 0 ? 'full' : undefined;
      last = turn.organizationId;
      // Refused twice it was not taken by somebody else: it cannot be taken, and would be offered for ever.
      if (refused.has(turn.id) || (await hasMuch(last))) {
        passed.add(last);
        continue;
      }
      const taken = await take(turn);
      if (taken === undefined) {
        refused.add(turn.id);
        continue;
      }
      here.set(last, (here.get(last) ?? 0) + 1);
      return taken;
    }
  }

  return {
    next: (take) => oneAtATime.run(() => offer(take)),
    leave(organizationId) {
      const left = (here.get(organizationId) ?? 1) - 1;
      if (left > 0) here.set(organizationId, left);
      else here.delete(organizationId);
    },
  };
}

async function oldestAfter<T extends Document>(
  { collection, state }: TurnOptions<T>,
  last: string,
  passed: ReadonlySet<string>,
): Promise<Turn | undefined> {
  const others = passed.size === 0 ? {} : { $nin: [...passed] };
  const found = await collection.findOne<{ _id: string; organizationId: string }>(
    filterOf<T>({ [state.field]: state.waiting, organizationId: { $gt: last, ...others } }),
    { projection: { organizationId: 1 }, sort: { organizationId: 1, createdAt: 1 } },
  );
  return found === null ? undefined : { id: found._id, organizationId: found.organizationId };
}

/** The driver cannot know that the documents have these fields. */
function filterOf<T extends Document>(filter: Document): Filter<T> {
  return filter as Filter<T>;
}

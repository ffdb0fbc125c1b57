import type { Collection, Db } from 'mongodb';

const writes = new Set<PropertyKey>([
  ...(['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'findOneAndUpdate'] as const),
  ...(['bulkWrite', 'deleteOne', 'deleteMany'] as const),
]);

export interface Death {
  /** The number of the write, from 0. */
  readonly at: number;
  /** `after`: the write still reaches the database. */
  readonly when: 'before' | 'after';
}

export class ProcessDiedError extends Error {
  override readonly name = 'ProcessDiedError';
}

/** Opens the database for a process that dies at one of its writes: from then on it writes and reads nothing. */
export function mortalDatabase(db: Db, death: Death) {
  let written = 0;
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new ProcessDiedError();
  };

  function mortal(collection: Collection): Collection {
    return new Proxy(collection, {
      get(target, method) {
        const own: unknown = Reflect.get(target, method);
        if (typeof own !== 'function') return own;
        return (...parameters: unknown[]): unknown => {
          if (isDead) return die();
          const call = (): unknown => Reflect.apply(own, target, parameters);
          return writes.has(method) ? write(call) : call();
        };
      },
    });
  }

  async function write(call: () => unknown): Promise<unknown> {
    const isLast = written === death.at;
    written += 1;
    if (isLast && death.when === 'before') return die();
    const result = await call();
    return isLast ? die() : result;
  }

  const seen = new Proxy(db, {
    get(target, property) {
      if (property !== 'collection') return Reflect.get(target, property) as unknown;
      return (...parameters: Parameters<Db['collection']>) => mortal(target.collection(...parameters));
    },
  });
  return {
    db: seen,
    isDead: () => isDead,
    /** Counts a call of another service as a write. */
    call: <Result>(send: () => Promise<Result>) =>
      (isDead ? Promise.resolve(die()) : write(send)) as Promise<Result>,
  };
}

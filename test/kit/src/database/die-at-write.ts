import { openSync, readSync } from 'node:fs';
import { Collection } from 'mongodb';

// A process that imports this first can be told to die at one of its writes. The file DEATH_FILE has three numbers of 8 bytes: the number of the
// order, which is obeyed once, the number of the write from 0, and 1 if the write still reaches the database.
const writes = [
  ...(['insertOne', 'insertMany', 'updateOne', 'updateMany', 'replaceOne', 'findOneAndUpdate'] as const),
  ...(['bulkWrite', 'deleteOne', 'deleteMany'] as const),
];
export const orderBytes = 24;

const path = process.env['DEATH_FILE'];
if (path !== undefined) {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(orderBytes);
  const read = (): { readonly order: number; readonly at: number; readonly isAfter: boolean } => {
    readSync(file, bytes, 0, orderBytes, 0);
    return {
      order: bytes.readDoubleLE(),
      at: bytes.readDoubleLE(8),
      isAfter: bytes.readDoubleLE(16) === 1,
    };
  };
  let obeyed = read().order;
  let written = 0;
  /** Returns the order to die at this write, if it is the one. */
  const countWrite = (): ReturnType<typeof read> | undefined => {
    const found = read();
    if (found.order === obeyed) return undefined;
    if (written < found.at) {
      written += 1;
      return undefined;
    }
    obeyed = found.order;
    return found;
  };
  for (const method of writes) {
    const original: unknown = Reflect.get(Collection.prototype, method);
    if (typeof original !== 'function') throw new Error(`collections have no method ${method}`);
    Reflect.set(Collection.prototype, method, async function (this: Collection, ...parameters: unknown[]) {
      const death = countWrite();
      if (death?.isAfter === false) process.kill(process.pid, 'SIGKILL');
      const result: unknown = await Reflect.apply(original, this, parameters);
      if (death !== undefined) process.kill(process.pid, 'SIGKILL');
      return result;
    });
  }
}

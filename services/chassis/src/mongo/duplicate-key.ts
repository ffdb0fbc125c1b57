import { MongoServerError } from 'mongodb';

/** Whether a write was refused by a unique index (E11000), also as part of a bulk write. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11_000;
}

import { MongoServerError } from 'mongodb';

/** Returns true when a unique index refused a write (E11000), also as part of a bulk write. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === 11_000;
}

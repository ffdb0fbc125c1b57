import { MongoBulkWriteError, MongoServerError } from 'mongodb';

const duplicateKey = 11_000;

/** Returns true when a unique index refused a write (E11000), also as part of a bulk write. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

/**
 * Finds the places of the documents that exist already, when an unordered `insertMany` has inserted all others. Undefined for any other
 * error, also when it has duplicates among its errors.
 */
export function findDuplicates(error: unknown): ReadonlySet<number> | undefined {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined)
    return undefined;
  const refused = [error.writeErrors].flat();
  const areDuplicates = refused.length > 0 && refused.every(({ code }) => code === duplicateKey);
  return areDuplicates ? new Set(refused.map(({ index }) => index)) : undefined;
}

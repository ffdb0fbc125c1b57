import { MongoBulkWriteError } from 'mongodb';

const duplicateKey = 11_000;

/** Returns true when a bulk write without order wrote all documents except those that exist already. */
export function hasOnlyDuplicates(error: unknown): error is MongoBulkWriteError {
  return (
    error instanceof MongoBulkWriteError &&
    error.result.getWriteConcernError() === undefined &&
    [error.writeErrors].flat().every(({ code }) => code === duplicateKey)
  );
}

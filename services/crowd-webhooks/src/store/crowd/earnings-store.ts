import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { insertNew } from '@assay/chassis/mongo/insert-new';
import type { PersonKey } from '../../domain/crowd/worker/worker.ts';

export const earningsCollection = 'crowd_earnings';

export const earningsIndexes: readonly IndexSpec[] = [{ key: { personKey: 1 } }];

/** The rewards of a person from a job that was removed. */
export interface Earnings {
  readonly jobId: string;
  readonly personKey: PersonKey;
  readonly earnedCents: number;
}

interface EarningsDocument {
  readonly _id: string;
  readonly personKey: PersonKey;
  readonly earnedCents: number;
}

export interface EarningsStore {
  /** Inserts the rewards of a job. A repetition changes nothing. */
  insert(earnings: Earnings): Promise<void>;
  /** Returns the rewards of a person from removed jobs, in euro cents. */
  sum(personKey: PersonKey): Promise<number>;
}

export function createEarningsStore(db: Db): EarningsStore {
  const collection = db.collection<EarningsDocument>(earningsCollection);
  return {
    async insert({ jobId, personKey, earnedCents }) {
      await insertNew(collection, { _id: `${jobId}:${personKey}`, personKey, earnedCents });
    },
    async sum(personKey) {
      const found = await collection.find({ personKey }).toArray();
      return found.reduce((total, { earnedCents }) => total + earnedCents, 0);
    },
  };
}

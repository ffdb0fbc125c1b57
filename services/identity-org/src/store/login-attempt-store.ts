import type { Db } from 'mongodb';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { LoginAttempt } from '../domain/session/session.ts';

interface LoginAttemptDocument extends Omit<LoginAttempt, 'secretSha256'> {
  readonly _id: string;
}

export interface LoginAttemptStore {
  insert(attempt: LoginAttempt): Promise<void>;
  /** Removes and returns an attempt; undefined: it is unknown, has expired, or was taken before. */
  take(secretSha256: string, now: Date): Promise<LoginAttempt | undefined>;
}

export const loginAttemptCollection = 'login_attempts';

/** The database deletes abandoned attempts an hour after they expire; `take` itself judges whether one has expired. */
export const loginAttemptIndexes: readonly IndexSpec[] = [
  { key: { expiresAt: 1 }, expireAfterSeconds: 3600 },
];

export function createLoginAttemptStore(db: Db): LoginAttemptStore {
  const attempts = db.collection<LoginAttemptDocument>(loginAttemptCollection);
  return {
    async insert({ secretSha256, ...fields }) {
      await attempts.insertOne({ _id: secretSha256, ...fields });
    },
    async take(secretSha256, now) {
      const taken = await attempts.findOneAndDelete({ _id: secretSha256, expiresAt: { $gt: now } });
      if (taken === null) return undefined;
      const { _id, ...fields } = taken;
      return { secretSha256: _id, ...fields };
    },
  };
}

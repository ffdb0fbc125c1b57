import type { Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import type { User } from '../domain/user.ts';

interface UserDocument extends Omit<User, 'id'> {
  readonly _id: string;
}

export interface UserStore {
  /** The user with this address; inserted when there is none. */
  ensure(user: User): Promise<User>;
}

export const userIndexes: readonly IndexSpec[] = [{ key: { email: 1 }, unique: true }];

export function createUserStore(db: Db): UserStore {
  const users = db.collection<UserDocument>('users');
  return {
    async ensure(user) {
      const { id, ...fields } = user;
      try {
        await users.insertOne({ _id: id, ...fields });
        return user;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const existing = await users.findOne({ email: user.email });
        if (existing === null) throw error;
        return toUser(existing);
      }
    },
  };
}

function toUser({ _id, email, name, createdAt, updatedAt }: UserDocument): User {
  return { id: _id, email, name, createdAt, updatedAt };
}

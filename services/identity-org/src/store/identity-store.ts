import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { ExternalIdentity } from '../domain/user/user.ts';

interface IdentityDocument {
  /** A hash of issuer and subject, so that each pair exists once. */
  readonly _id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly userId: string;
  readonly createdAt: Date;
}

type IdentityName = Pick<ExternalIdentity, 'issuer' | 'subject'>;

const identityCollection = 'identities';

/** The user each identity at an issuer belongs to; an entry never changes. */
export interface IdentityStore {
  findUserId(identity: IdentityName): Promise<string | undefined>;
  /** Resolves to the user the identity belongs to: the claiming one, or the one whose claim came first. */
  claim(identity: IdentityName, claim: { userId: string; at: Date }): Promise<string>;
}

export function createIdentityStore(db: Db): IdentityStore {
  const identities = db.collection<IdentityDocument>(identityCollection);
  const findUserId = async (identity: IdentityName): Promise<string | undefined> =>
    (await identities.findOne({ _id: idOf(identity) }))?.userId;
  return {
    findUserId,
    async claim({ issuer, subject }, { userId, at }) {
      try {
        await identities.insertOne({
          _id: idOf({ issuer, subject }),
          issuer,
          subject,
          userId,
          createdAt: at,
        });
        return userId;
      } catch (error) {
        const first = isDuplicateKey(error) ? await findUserId({ issuer, subject }) : undefined;
        if (first === undefined) throw error;
        return first;
      }
    },
  };
}

function idOf({ issuer, subject }: IdentityName): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
}

import { createHash } from 'node:crypto';
import type { Db } from 'mongodb';
import { insertOrFind } from '@assay/chassis/mongo/insert-or-find';
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
  return {
    async findUserId(identity) {
      return (await identities.findOne({ _id: idOf(identity) }))?.userId;
    },
    async claim({ issuer, subject }, { userId, at }) {
      const document = { _id: idOf({ issuer, subject }), issuer, subject, userId, createdAt: at };
      return (await insertOrFind(identities, document)).userId;
    },
  };
}

function idOf({ issuer, subject }: IdentityName): string {
  return createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');
}

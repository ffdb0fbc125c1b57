import type { Db } from 'mongodb';
import { isDuplicateKey } from '@assay/chassis/mongo/duplicate-key';
import type { IndexSpec } from '@assay/chassis/mongo/indexes';
import { retryOnConflict } from '@assay/chassis/retry-on-conflict';

export const guestClaimCollection = 'guest_claims';

/** The database removes a document after its last claim. Each count ignores expired claims, so nothing depends on the removal. */
export const guestClaimIndexes: readonly IndexSpec[] = [
  { key: { 'claims.id': 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 3_600 },
];

interface CountedClaim {
  readonly id: string;
  readonly expiresAt: Date;
}

/** The open claims of the guests of one client address in a job. */
interface GuestClaimDocument {
  readonly _id: string;
  readonly claims: readonly CountedClaim[];
  /** The end of the last claim. */
  readonly expiresAt: Date;
}

export interface GuestClaimStore {
  /**
   * Adds a claim to those of a key that are open, unless they have reached the limit. Resolves to true if the claim is counted, also if it was
   * before, and otherwise to the time at which the first of the others expires.
   */
  count(
    key: string,
    claim: CountedClaim,
    bounds: { readonly limit: number; readonly now: Date },
  ): Promise<true | Date>;
  /** Forgets a claim that has ended. */
  release(claimId: string): Promise<void>;
}

export function createGuestClaimStore(db: Db): GuestClaimStore {
  const collection = db.collection<GuestClaimDocument>(guestClaimCollection);
  return {
    count: (_id, claim, { limit, now }) =>
      retryOnConflict(async () => {
        const last = `claims.${(limit - 1).toString()}`;
        const free = { _id, 'claims.id': { $ne: claim.id }, [last]: { $exists: false } };
        await collection.updateOne({ _id }, { $pull: { claims: { expiresAt: { $lte: now } } } });
        const update = { $push: { claims: claim }, $max: { expiresAt: claim.expiresAt } };
        if ((await collection.updateOne(free, update)).matchedCount === 1) return true;
        const found = await collection.findOne({ _id });
        if (found === null) return insert(claim, _id);
        if (found.claims.some(({ id }) => id === claim.id)) return true;
        // Another claim may have ended since the update.
        return found.claims.length < limit ? undefined : findFirstEnd(found.claims);
      }),
    async release(claimId) {
      await collection.updateOne({ 'claims.id': claimId }, { $pull: { claims: { id: claimId } } });
    },
  };

  async function insert(claim: CountedClaim, _id: string): Promise<true | undefined> {
    try {
      await collection.insertOne({ _id, claims: [claim], expiresAt: claim.expiresAt });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }
}

function findFirstEnd(claims: readonly CountedClaim[]): Date {
  return new Date(Math.min(...claims.map(({ expiresAt }) => expiresAt.getTime())));
}

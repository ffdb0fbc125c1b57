import type { Binary, Collection, Db } from 'mongodb';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { days } from '../units.ts';

export const idempotencyCollection = 'idempotency_records';

export const idempotencyIndexes: readonly IndexSpec[] = [{ key: { claimedAt: 1 } }];

/** The stored use of an idempotency key. */
interface IdempotencyDocument {
  readonly _id: string;
  /** The same in every repetition, also after a failure or a crash. New once the record has expired. */
  readonly seed: string;
  /** The id of the latest attempt, which takes the record over from earlier ones. */
  readonly claim: string;
  readonly claimedAt: Date;
  readonly leaseUntil: Date;
  /** Null after a failed attempt, so that another request may use the key. */
  readonly requestHash: Buffer | Binary | null;
  /** The sealed answer. Null while the attempt runs. */
  readonly response: Buffer | Binary | null;
}

/** The outcome of claiming a key. */
export type Claim =
  | { readonly kind: 'claimed'; readonly claim: string; readonly seed: string }
  | { readonly kind: 'answered'; readonly claim: string; readonly response: Buffer }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-request' };

export interface ClaimInput {
  readonly id: string;
  readonly requestHash: Buffer;
  /** The time without an answer after which a repetition may take over, in milliseconds. */
  readonly leaseMs: number;
}

export interface IdempotencyRecords {
  /** Claims the key for a request, or returns why it cannot be claimed. */
  claim(input: ClaimInput): Promise<Claim>;
  /** Stores the answer. It has no effect after a later claim took over. */
  complete(id: string, claim: string, response: Buffer): Promise<void>;
  /** Releases the key for the next request. */
  release(id: string, claim: string): Promise<void>;
  /** Removes expired records. */
  sweep(): Promise<void>;
}

const lifetimeMs = days(1);

/** Creates the store of idempotency records. A record expires 24 hours after its last attempt began. */
export function createIdempotencyRecords(db: Db, clock: Clock): IdempotencyRecords {
  const records = db.collection<IdempotencyDocument>(idempotencyCollection);
  return {
    claim: (input) => claim(records, clock, input),
    async complete(id, claimed, response) {
      await records.updateOne({ _id: id, claim: claimed }, { $set: { response } });
    },
    async release(id, claimed) {
      const change = { $set: { requestHash: null, response: null, leaseUntil: new Date(0) } };
      await records.updateOne({ _id: id, claim: claimed }, change);
    },
    async sweep() {
      await records.deleteMany({ claimedAt: { $lte: new Date(clock.now().getTime() - lifetimeMs) } });
    },
  };
}

async function claim(
  records: Collection<IdempotencyDocument>,
  clock: Clock,
  input: ClaimInput,
): Promise<Claim> {
  for (;;) {
    const nowMs = clock.now().getTime();
    const fresh = newClaim(input, nowMs);
    if (await insertNew(records, fresh)) return { kind: 'claimed', claim: fresh.claim, seed: fresh.seed };
    const found = await records.findOne({ _id: input.id }, { promoteBuffers: true });
    // The sweep removed the record in between.
    if (found === null) continue;
    const isExpired = found.claimedAt.getTime() + lifetimeMs <= nowMs;
    const held = isExpired ? undefined : findHolder(found, input, nowMs);
    if (held !== undefined) return held;
    const seed = isExpired ? fresh.seed : found.seed;
    const { _id, ...change } = { ...fresh, seed };
    const { modifiedCount } = await records.updateOne({ _id, claim: found.claim }, { $set: change });
    if (modifiedCount === 1) return { kind: 'claimed', claim: fresh.claim, seed };
  }
}

/** Returns why the record cannot be claimed. undefined: it was released, or its lease has expired. */
function findHolder(
  found: IdempotencyDocument,
  { requestHash }: ClaimInput,
  nowMs: number,
): Claim | undefined {
  if (found.requestHash === null) return undefined;
  if (!requestHash.equals(toBuffer(found.requestHash))) return { kind: 'other-request' };
  if (found.response !== null)
    return { kind: 'answered', claim: found.claim, response: toBuffer(found.response) };
  return found.leaseUntil.getTime() > nowMs ? { kind: 'running' } : undefined;
}

function newClaim({ id, requestHash, leaseMs }: ClaimInput, nowMs: number): IdempotencyDocument {
  return {
    _id: id,
    seed: newId(),
    claim: newId(),
    claimedAt: new Date(nowMs),
    leaseUntil: new Date(nowMs + leaseMs),
    requestHash,
    response: null,
  };
}

function toBuffer(value: Buffer | Binary): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(value.value());
}

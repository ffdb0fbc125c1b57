import type { Binary, Collection, Db } from 'mongodb';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { IndexSpec } from '../mongo/indexes.ts';
import { insertNew } from '../mongo/insert-new.ts';
import { days } from '../units.ts';

export const idempotencyCollection = 'idempotency_records';

export const idempotencyIndexes: readonly IndexSpec[] = [{ key: { claimedAt: 1 } }];

/** One use of an idempotency key. */
interface IdempotencyDocument {
  readonly _id: string;
  /** Equal in every repetition, also after a failure or a crash; new once the record has expired. */
  readonly seed: string;
  /** Who works on it: a later claim takes the record from an earlier one. */
  readonly claim: string;
  readonly claimedAt: Date;
  readonly leaseUntil: Date;
  /** Null once the attempt failed: another request may then use the key. */
  readonly requestHash: Buffer | Binary | null;
  /** The sealed answer; null until there is one. */
  readonly response: Buffer | Binary | null;
}

/** What a claim of a key came to. */
export type Claim =
  | { readonly kind: 'claimed'; readonly claim: string; readonly seed: string }
  | { readonly kind: 'answered'; readonly response: Buffer }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-request' };

export interface ClaimInput {
  readonly id: string;
  readonly requestHash: Buffer;
  /** After this long without an answer, a repetition may take over. */
  readonly leaseMs: number;
}

export interface IdempotencyRecords {
  /** Takes the key for one request, or says who has it. */
  claim(input: ClaimInput): Promise<Claim>;
  /** Keeps the answer; without effect when a later claim has taken over. */
  complete(id: string, claim: string, response: Buffer): Promise<void>;
  /** Lets the next request with this key try again. */
  release(id: string, claim: string): Promise<void>;
  /** Removes what has expired. */
  sweep(): Promise<void>;
}

const lifetimeMs = days(1);

/** Keys count for 24 hours from when their last attempt began. */
export function createIdempotencyRecords(db: Db, clock: Clock): IdempotencyRecords {
  const records = db.collection<IdempotencyDocument>(idempotencyCollection);
  return {
    claim: (input) => claim(records, clock, input),
    async complete(id, claimed, response) {
      await records.updateOne({ _id: id, claim: claimed }, { $set: { response } });
    },
    async release(id, claimed) {
      const change = { $set: { requestHash: null, leaseUntil: new Date(0) } };
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
    // Swept just now.
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

/** What keeps the record from being claimed; undefined: it was released, or its lease has run out. */
function findHolder(
  found: IdempotencyDocument,
  { requestHash }: ClaimInput,
  nowMs: number,
): Claim | undefined {
  if (found.requestHash === null) return undefined;
  if (!requestHash.equals(toBuffer(found.requestHash))) return { kind: 'other-request' };
  if (found.response !== null) return { kind: 'answered', response: toBuffer(found.response) };
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

import { createHash } from 'node:crypto';
import { CredentialKind } from '@assay/proto/access/v1/access';
import type { Rule } from '@assay/proto/access/v1/access';
import type { Actor, CallContext } from '../call-context.ts';
import { DomainError, invalidField } from '../errors.ts';
import type { Method } from '../grpc/serve.ts';
import type { Logger } from '../logger.ts';
import type { SealingSecrets } from '../tokens/sealer.ts';
import type { Claim, IdempotencyRecords } from './idempotency-records.ts';
import { openResponse, sealResponse } from './sealed-response.ts';
import type { Seal } from './sealed-response.ts';

export interface Attempt {
  readonly method: Pick<
    Method<unknown, unknown>,
    'path' | 'requestSerialize' | 'responseSerialize' | 'responseDeserialize'
  >;
  readonly rule: Rule;
  readonly request: unknown;
  /** Returns false if the work of the earlier call was undone: then the attempt runs again. The default is true. */
  readonly isCurrent?: (response: unknown) => Promise<boolean>;
  /** Runs the rpc with a context from which `newIdFor` derives the same ids in every repetition. */
  readonly run: (call: CallContext) => Promise<unknown>;
}

export interface Answer {
  readonly response: unknown;
  /** True when an earlier call did the work. */
  readonly isReplay: boolean;
}

export interface Idempotency {
  /** Runs the attempt once per key and caller, and repeats its answer afterwards. Rejects with IDEMPOTENCY_CONFLICT. */
  once(call: CallContext & { readonly idempotencyKey: string }, attempt: Attempt): Promise<Answer>;
}

export interface IdempotencyOptions {
  readonly records: IdempotencyRecords;
  /** The secrets that seal answers, the current one first. They are never stored, and the same in every process of the service. */
  readonly secrets: SealingSecrets;
  readonly logger: Logger;
}

const validKey = /^[\x21-\x7e]{1,255}$/u;
const maxLeaseMs = 60_000;
const graceMs = 5_000;

export function createIdempotency({ records, secrets, logger }: IdempotencyOptions): Idempotency {
  const once: Idempotency['once'] = async (call, attempt) => {
    const { idempotencyKey } = call;
    if (!validKey.test(idempotencyKey)) {
      throw invalidField('Idempotency-Key', 'Idempotency-Key must have 1 to 255 visible ASCII characters');
    }
    const id = recordId(call, attempt);
    const requestHash = hashRequest(call, attempt);
    const claim = await records.claim({ id, requestHash, leaseMs: computeLeaseMs(call) });
    const seal = { secret: secrets[0], idempotencyKey, recordId: id };
    if (claim.kind !== 'claimed') {
      const seals = secrets.map((secret) => ({ ...seal, secret }));
      const response = replay(claim, seals, attempt);
      if (claim.kind !== 'answered' || (await attempt.isCurrent?.(response)) !== false) {
        return { response, isReplay: true };
      }
      await records.release(id, claim.claim);
      return once(call, attempt);
    }
    const operation = sha256(claim.seed, requestHash).toString('hex');
    const response = await attempt.run({ ...call, operation }).catch(async (error: unknown) => {
      await logFailure(logger, () => records.release(id, claim.claim));
      throw error;
    });
    const sealed = sealResponse(seal, attempt.method.responseSerialize(response));
    await logFailure(logger, () => records.complete(id, claim.claim, sealed));
    return { response, isReplay: false };
  };
  return { once };
}

function replay(
  claim: Exclude<Claim, { kind: 'claimed' }>,
  seals: readonly Seal[],
  { method }: Attempt,
): unknown {
  switch (claim.kind) {
    case 'other-request':
      throw conflict('ALREADY_EXISTS', 'The idempotency key was used for another request. Use a new key.');
    case 'running':
      throw conflict('ABORTED', 'A request with this idempotency key is still running. Try again later.');
    case 'answered': {
      const opened = openAny(seals, claim.response);
      if (opened === undefined) {
        throw conflict(
          'ALREADY_EXISTS',
          'The answer to this idempotency key is no longer available. Use a new key.',
        );
      }
      return method.responseDeserialize(opened);
    }
  }
}

function openAny(seals: readonly Seal[], sealed: Buffer): Buffer | undefined {
  for (const seal of seals) {
    const opened = openResponse(seal, sealed);
    if (opened !== undefined) return opened;
  }
  return undefined;
}

function conflict(status: 'ALREADY_EXISTS' | 'ABORTED', message: string): DomainError {
  return new DomainError(status, 'IDEMPOTENCY_CONFLICT', message);
}

/**
 * Returns the id of the record: it depends on the organization, the rpc and the key. For rpcs that need no organization it depends on
 * the person instead, because creating the first organization changes the organization of the repetition.
 */
function recordId({ actor, organizationId, idempotencyKey = '' }: CallContext, attempt: Attempt): string {
  const isOwn = attempt.rule.signedIn || organizationId === '';
  const owner = isOwn ? ['caller', identifyCaller(actor)] : ['organization', organizationId];
  return sha256(...owner, attempt.method.path, idempotencyKey).toString('hex');
}

/**
 * Hashes the request together with its caller and permissions. An answer may be confidential, such as the secret of a new key, which
 * another member or a weaker key of the same person must not receive.
 */
function hashRequest({ actor, idempotencyKey = '' }: CallContext, { method, request }: Attempt): Buffer {
  return sha256(
    idempotencyKey,
    identifyCaller(actor),
    ...listPermissions(actor),
    method.requestSerialize(request),
  );
}

/** Lists the role and the credential. Sessions of a person share their permissions; every key has its own lineage. */
function listPermissions(actor: Actor): readonly string[] {
  if (actor.kind !== 'user') return ['', ''];
  const { role, credentialKind, credentialId } = actor;
  return [role, credentialKind === CredentialKind.SIGN_IN ? '' : credentialId];
}

function identifyCaller(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return `user ${actor.userId}`;
    case 'guest':
      return `guest ${actor.guestId}`;
    case 'service':
      return `service ${actor.service}`;
    case 'anonymous':
      return 'anonymous';
  }
}

/** Hashes the parts, each prefixed with its length, so that different lists have different hashes. */
function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}

function computeLeaseMs({ deadline }: CallContext): number {
  return Math.min(Math.max(deadline.getTime() - Date.now(), 0), maxLeaseMs) + graceMs;
}

/** Logs a failed write of a record. The work stays done: after the lease, a repetition finds the resource by its id. */
async function logFailure(logger: Logger, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    logger.warn({ err: error }, 'the record of an idempotency key could not be written');
  }
}

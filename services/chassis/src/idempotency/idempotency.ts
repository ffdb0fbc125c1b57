import { createHash } from 'node:crypto';
import { CredentialKind } from '@assay/proto/access/v1/access';
import type { Rule } from '@assay/proto/access/v1/access';
import type { Actor, CallContext } from '../call-context.ts';
import { DomainError, invalidField } from '../errors.ts';
import type { Method } from '../grpc/serve.ts';
import type { Logger } from '../logger.ts';
import type { Secrets } from '../secrets.ts';
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
  /** Does the work, with a context from which `newIdFor` derives the same ids in every repetition. */
  readonly run: (call: CallContext) => Promise<unknown>;
}

export interface Answer {
  readonly response: unknown;
  /** Whether the work was done by an earlier call. */
  readonly isReplay: boolean;
}

export interface Idempotency {
  /** Makes the attempt at most once per key of this caller, and repeats its answer. Rejects with IDEMPOTENCY_CONFLICT. */
  once(call: CallContext & { readonly idempotencyKey: string }, attempt: Attempt): Promise<Answer>;
}

export interface IdempotencyOptions {
  readonly records: IdempotencyRecords;
  /** The current one first, then those that earlier answers are sealed with. Never stored; the same in every process. */
  readonly secrets: Secrets;
  readonly logger: Logger;
}

const validKey = /^[\x21-\x7e]{1,255}$/u;
const maxLeaseMs = 60_000;
const graceMs = 5_000;

export function createIdempotency({ records, secrets, logger }: IdempotencyOptions): Idempotency {
  return {
    async once(call, attempt) {
      const { idempotencyKey } = call;
      if (!validKey.test(idempotencyKey)) {
        throw invalidField('Idempotency-Key', 'must be 1 to 255 visible ASCII characters');
      }
      const id = recordId(call, attempt);
      const requestHash = hashRequest(call, attempt);
      const claim = await records.claim({ id, requestHash, leaseMs: computeLeaseMs(call) });
      const seal = { secret: secrets[0], idempotencyKey, recordId: id };
      if (claim.kind !== 'claimed') {
        const seals = secrets.map((secret) => ({ ...seal, secret }));
        return { response: replay(claim, seals, attempt), isReplay: true };
      }
      const operation = sha256(claim.seed, requestHash).toString('hex');
      const response = await attempt.run({ ...call, operation }).catch(async (error: unknown) => {
        await logFailure(logger, () => records.release(id, claim.claim));
        throw error;
      });
      const sealed = sealResponse(seal, attempt.method.responseSerialize(response));
      await logFailure(logger, () => records.complete(id, claim.claim, sealed));
      return { response, isReplay: false };
    },
  };
}

function replay(
  claim: Exclude<Claim, { kind: 'claimed' }>,
  seals: readonly Seal[],
  { method }: Attempt,
): unknown {
  switch (claim.kind) {
    case 'other-request':
      throw conflict('ALREADY_EXISTS', 'the idempotency key was used for another request');
    case 'running':
      throw conflict('ABORTED', 'a request with this idempotency key is still being worked on');
    case 'answered': {
      const opened = openAny(seals, claim.response);
      if (opened === undefined) {
        throw conflict('ALREADY_EXISTS', 'the answer to this idempotency key can no longer be repeated');
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
 * One organization's use of a key for one rpc. Where belonging to an organization does not matter it is the person's: having
 * created their first one, a person would otherwise repeat the request as somebody else.
 */
function recordId({ actor, organizationId, idempotencyKey = '' }: CallContext, attempt: Attempt): string {
  const isOwn = attempt.rule.signedIn || organizationId === '';
  const owner = isOwn ? ['caller', identifyCaller(actor)] : ['organization', organizationId];
  return sha256(...owner, attempt.method.path, idempotencyKey).toString('hex');
}

/**
 * Who asks, and with which permissions, is part of what is asked: an answer may be meant for one person's eyes, such as the
 * secret of a new key, which could do more than a lesser key of the same person.
 */
function hashRequest({ actor, idempotencyKey = '' }: CallContext, { method, request }: Attempt): Buffer {
  return sha256(
    idempotencyKey,
    identifyCaller(actor),
    ...listPermissions(actor),
    method.requestSerialize(request),
  );
}

/** A sign-in has the permissions of the person; those of a key, and of a token for it, no other key has: its line is its own. */
function listPermissions(actor: Actor): readonly string[] {
  if (actor.kind !== 'user') return ['', ''];
  const { role, credentialKind, credentialId } = actor;
  return [role, credentialKind === CredentialKind.SIGN_IN ? '' : credentialId];
}

function identifyCaller(actor: Actor): string {
  switch (actor.kind) {
    case 'user':
      return `user ${actor.userId}`;
    case 'service':
      return `service ${actor.service}`;
    case 'anonymous':
      return 'anonymous';
  }
}

/** Every part with its length before it, so that no two lists of parts look alike. */
function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest();
}

function computeLeaseMs({ deadline }: CallContext): number {
  return Math.min(Math.max(deadline.getTime() - Date.now(), 0), maxLeaseMs) + graceMs;
}

/** What was done stays done when its record cannot be written: the lease runs out, and a repetition finds it by its id. */
async function logFailure(logger: Logger, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    logger.warn({ err: error }, 'the record of an idempotency key could not be written');
  }
}

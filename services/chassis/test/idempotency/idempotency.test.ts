import { CredentialKind, Role } from '@assay/proto/access/v1/access';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingCall } from '../../src/call-context.ts';
import { DomainError } from '../../src/errors.ts';
import { idempotencyCollection } from '../../src/idempotency/idempotency-records.ts';
import { isId, newId } from '../../src/ids.ts';
import { keyed, startNotebooks } from './notebooks.ts';
import type { WriteNote } from './notebooks.ts';

let notebooks: Awaited<ReturnType<typeof startNotebooks>>;
let one: WriteNote;
let other: WriteNote;

beforeAll(async () => {
  notebooks = await startNotebooks();
  ({ one, other } = notebooks);
});
afterAll(() => notebooks.stop());

const conflict = (status: string) => ({ status, reason: 'IDEMPOTENCY_CONFLICT' });

describe('an idempotency key', () => {
  it('repeats the first answer to the same request, from every process', async () => {
    const call = keyed();
    const name = newId();
    const first = await one(call, name);
    const second = await other(call, name);
    expect(first.isReplay).toBe(false);
    expect(second).toEqual({ ...first, isReplay: true });
    expect(isId(first.project?.id ?? '')).toBe(true);
    expect(await notebooks.notesNamed(name)).toBe(1);
  });

  it('repeats an answer that was sealed with the previous secret or by the previous release', async () => {
    const startWith = async (secrets: Readonly<Record<string, string>>) =>
      notebooks.connect((await notebooks.startService(secrets)).grpcAddress);
    const calls = [keyed(), keyed()] as const;
    const name = newId();
    const rotated = { SEALING_SECRET: 'second', SEALING_SECRET_PREVIOUS: 'first' };
    // The previous release sealed answers with the signing key, as `one` does.
    const before = await one(calls[0], name);
    const first = await startWith({ SEALING_SECRET: 'first' });
    expect(await first(calls[0], name)).toEqual({ ...before, isReplay: true });
    const sealed = await first(calls[1], name);
    const second = await startWith(rotated);
    expect(await second(calls[1], name)).toEqual({ ...sealed, isReplay: true });
    const third = await startWith({ SEALING_SECRET: 'third', SEALING_SECRET_PREVIOUS: 'second' });
    expect(await catchRefusal(third(calls[1], name))).toMatchObject(conflict('ALREADY_EXISTS'));
  });

  it('is refused for another request, for another person, and for the same person in another role', async () => {
    const call = keyed({ role: Role.ADMIN });
    const name = newId();
    await one(call, name);
    expect(await catchRefusal(other(call, newId()))).toMatchObject(conflict('ALREADY_EXISTS'));
    const { organizationId } = call;
    const colleague = { ...call, ...callBy({ organizationId, role: Role.ADMIN }) };
    expect(await catchRefusal(other(colleague, name))).toMatchObject(conflict('ALREADY_EXISTS'));
    const lesser = { ...call, actor: { ...call.actor, role: Role.USER } } as OutgoingCall;
    expect(await catchRefusal(other(lesser, name))).toMatchObject(conflict('ALREADY_EXISTS'));
    expect(await notebooks.notesNamed(name)).toBe(1);
  });

  it('is refused for another API key of the same person; another session, or a token of the key, repeats the answer', async () => {
    const withCredential = (call: OutgoingCall, credentialId: string, credentialKind: CredentialKind) =>
      ({ ...call, actor: { ...call.actor, credentialId, credentialKind } }) as OutgoingCall;
    const { API_KEY, KEY_TOKEN, SIGN_IN } = CredentialKind;
    const call = keyed();
    const name = newId();
    const first = await one(withCredential(call, 'key', API_KEY), name);
    for (const lesser of [withCredential(call, 'other', API_KEY), withCredential(call, 'session', SIGN_IN)]) {
      expect(await catchRefusal(other(lesser, name))).toMatchObject(conflict('ALREADY_EXISTS'));
    }
    expect(await other(withCredential(call, 'key', KEY_TOKEN), name)).toEqual({ ...first, isReplay: true });

    const signedIn = keyed();
    const another = newId();
    await one(withCredential(signedIn, 'session', SIGN_IN), another);
    const again = other(withCredential(signedIn, 'next session', SIGN_IN), another);
    expect(await again).toMatchObject({ isReplay: true });
    const key = withCredential(signedIn, 'key', API_KEY);
    expect(await catchRefusal(other(key, another))).toMatchObject(conflict('ALREADY_EXISTS'));
    expect(await notebooks.notesNamed(name)).toBe(1);
  });

  it('is separate for each organization, also for the same person', async () => {
    const call = keyed();
    const name = newId();
    const first = await one(call, name);
    const second = await one({ ...call, organizationId: newId() }, name);
    expect([first.isReplay, second.isReplay]).toEqual([false, false]);
    expect(second.project?.id).not.toBe(first.project?.id);
    expect(await notebooks.notesNamed(name)).toBe(2);
  });

  it('lets one of 32 concurrent calls do the work; the others get its answer or ABORTED', async () => {
    const call = keyed();
    const name = newId();
    let works = 0;
    notebooks.hooks.onWritten = () => void (works += 1);
    const attempts = Array.from({ length: 32 }, (_, index) => (index % 2 === 0 ? one : other)(call, name));
    const outcomes = await Promise.allSettled(attempts);
    notebooks.hooks.onWritten = undefined;
    const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(works).toBe(1);
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    expect(new Set(answers.map(({ project }) => project?.id)).size).toBe(1);
    for (const refusal of refusals) expect(refusal).toMatchObject(conflict('ABORTED'));
    expect(await notebooks.notesNamed(name)).toBe(1);
  });

  it('is released by a failure, for the same request with the same id and for another request', async () => {
    const call = keyed();
    const name = newId();
    notebooks.hooks.onWritten = () => {
      throw new DomainError('UNAVAILABLE', 'NOT_NOW', 'not now');
    };
    await expect(one(call, name)).rejects.toMatchObject({ reason: 'NOT_NOW' });
    notebooks.hooks.onWritten = undefined;
    const repeated = await other(call, name);
    expect(repeated.isReplay).toBe(false);
    expect(await notebooks.notesNamed(name)).toBe(1);

    const changed = keyed();
    notebooks.hooks.onWritten = () => Promise.reject(new Error('broken'));
    await expect(one(changed, name)).rejects.toMatchObject({ status: 'INTERNAL' });
    notebooks.hooks.onWritten = undefined;
    expect(await other(changed, newId())).toMatchObject({ isReplay: false });
  });

  it('expires after 24 hours', async () => {
    const call = keyed();
    const name = newId();
    const first = await one(call, name);
    notebooks.clock.advance(86_000_000);
    expect(await one(call, name)).toMatchObject({ isReplay: true });
    notebooks.clock.advance(400_001);
    const later = await one(call, name);
    expect(later.isReplay).toBe(false);
    expect(later.project?.id).not.toBe(first.project?.id);
  });

  it('is refused when it is too long', async () => {
    const tooLong = { ...keyed(), idempotencyKey: 'x'.repeat(256) };
    await expect(one(tooLong, 'x')).rejects.toMatchObject({ details: { field: 'Idempotency-Key' } });
  });

  it('stores nothing readable in the database', async () => {
    const call = keyed();
    const name = `secret-${newId()}`;
    await one(call, name);
    const records = await notebooks.db.collection(idempotencyCollection).find().toArray();
    const stored = records.map((record) =>
      Object.values(record)
        .map((value: unknown) =>
          isBinary(value) ? Buffer.from(value.buffer).toString('latin1') : String(value),
        )
        .join(' '),
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.some((text) => text.includes(name) || text.includes(call.idempotencyKey))).toBe(false);
  });
});

function isBinary(value: unknown): value is { buffer: Uint8Array } {
  return typeof value === 'object' && value !== null && 'buffer' in value;
}

describe('the sweep', () => {
  it('removes expired records when a process with role relay starts', async () => {
    await one(keyed(), newId());
    notebooks.clock.advance(86_400_001);
    const kept = await one(keyed(), newId());
    expect(kept.isReplay).toBe(false);
    await notebooks.startService({ ROLES: 'relay' });
    const records = notebooks.db.collection(idempotencyCollection);
    await expect.poll(() => records.countDocuments()).toBe(1);
  });
});

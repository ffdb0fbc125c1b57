import { DomainError } from '@assay/chassis/errors';
import { newId } from '@assay/chassis/ids';
import type { CallRpc } from '@assay/operations/operation';
import { Role } from '@assay/proto/access/v1/access';
import { describe, expect, it } from 'vitest';
import { createPrincipals } from './principals.ts';

const key = { kind: 'api-key', sha256: newId(), secret: 's' } as const;
const principal = { userId: 'user', organizationId: 'organization', role: Role.USER, modules: [] };
const invalidated = (change: object) => ({
  credentialIds: [],
  userIds: [],
  organizationIds: [],
  ...change,
});

/** Principals whose lookups are answered by hand, in the order in which they were asked for. */
function createManualPrincipals() {
  const lookups: PromiseWithResolvers<unknown>[] = [];
  const answering = (): Promise<unknown> => {
    const lookup = Promise.withResolvers<unknown>();
    lookups.push(lookup);
    return lookup.promise;
  };
  const principals = createPrincipals(answering as CallRpc, { now: () => new Date() }, { cacheMs: 60_000 });
  return {
    principals,
    lookups,
    find: () => principals.find(key, '', { traceparent: undefined }),
    answer: (index: number, role: Role = Role.USER) =>
      lookups[index]?.resolve({ principal: { ...principal, role, credentialId: 'key' } }),
  };
}
const found = (role: Role) => ({ kind: 'principal', principal: { role } });
/** Long enough for whatever follows an answer. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a principal that is being looked up', () => {
  it.each([
    ['another key', { credentialIds: ['other'] }],
    ['another user', { userIds: ['other'] }],
    ['another organization', { organizationIds: ['other'] }],
  ])('is remembered, and waited for by others, whatever happens to %s meanwhile', async (_whose, change) => {
    const { principals, lookups, find, answer } = createManualPrincipals();
    const first = find();
    principals.invalidate(invalidated(change));
    const second = find();
    answer(0);
    expect([await first, await second]).toMatchObject([found(Role.USER), found(Role.USER)]);
    await find();
    expect(lookups).toHaveLength(1);
  });

  it.each([
    ['itself', { credentialIds: ['key'] }],
    ['its user', { userIds: ['user'] }],
    ['its organization', { organizationIds: ['organization'] }],
  ])('is looked up anew, once, for whoever asks after a change of %s', async (_what, change) => {
    const { principals, lookups, find, answer } = createManualPrincipals();
    const before = find();
    principals.invalidate(invalidated(change));
    const after = [find(), find()];
    answer(0, Role.ADMIN);
    expect(await before).toMatchObject(found(Role.ADMIN));
    await settled();
    expect(lookups).toHaveLength(2);
    answer(1, Role.VIEWER);
    expect(await Promise.all(after)).toMatchObject([found(Role.VIEWER), found(Role.VIEWER)]);
    expect(await find()).toMatchObject(found(Role.VIEWER));
    expect(lookups).toHaveLength(2);
  });

  it('is looked up anew when everything is forgotten', async () => {
    const { principals, lookups, find, answer } = createManualPrincipals();
    const before = find();
    principals.invalidateAll();
    const after = find();
    answer(0, Role.ADMIN);
    await before;
    await settled();
    answer(1, Role.VIEWER);
    expect(await after).toMatchObject(found(Role.VIEWER));
    expect(lookups).toHaveLength(2);
  });

  it('is not remembered as refused by what may have changed meanwhile', async () => {
    const { principals, lookups, find, answer } = createManualPrincipals();
    const first = find();
    principals.invalidate(invalidated({ userIds: ['somebody'] }));
    lookups[0]?.reject(new DomainError('UNAUTHENTICATED', 'UNAUTHENTICATED', 'no'));
    expect(await first).toEqual({ kind: 'refused' });
    const second = find();
    answer(1);
    expect(await second).toMatchObject(found(Role.USER));
  });

  it('fails for all who wait when it cannot be found out, and is asked for again', async () => {
    const { principals, lookups, find, answer } = createManualPrincipals();
    const waiting = [find()];
    principals.invalidate(invalidated({ userIds: ['somebody'] }));
    waiting.push(find());
    lookups[0]?.reject(new DomainError('UNAVAILABLE', 'UNAVAILABLE', 'away'));
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = find();
    answer(1);
    expect(await again).toMatchObject(found(Role.USER));
  });
});

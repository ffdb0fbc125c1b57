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
function byHand() {
  const asked: PromiseWithResolvers<unknown>[] = [];
  const answering = (): Promise<unknown> => {
    const lookup = Promise.withResolvers<unknown>();
    asked.push(lookup);
    return lookup.promise;
  };
  const principals = createPrincipals(answering as CallRpc, { now: () => new Date() }, { cacheMs: 60_000 });
  return {
    principals,
    asked,
    find: () => principals.find(key, '', { traceparent: undefined }),
    answer: (index: number, role: Role = Role.USER) =>
      asked[index]?.resolve({ principal: { ...principal, role, credentialId: 'key' } }),
  };
}
const standing = (role: Role) => ({ kind: 'principal', principal: { role } });
/** Long enough for whatever follows an answer. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a principal that is being looked up', () => {
  it.each([
    ['another key', { credentialIds: ['other'] }],
    ['another user', { userIds: ['other'] }],
    ['another organization', { organizationIds: ['other'] }],
  ])('is remembered, and waited for by others, whatever happens to %s meanwhile', async (_whose, change) => {
    const { principals, asked, find, answer } = byHand();
    const first = find();
    principals.forget(invalidated(change));
    const second = find();
    answer(0);
    expect([await first, await second]).toMatchObject([standing(Role.USER), standing(Role.USER)]);
    await find();
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['itself', { credentialIds: ['key'] }],
    ['its user', { userIds: ['user'] }],
    ['its organization', { organizationIds: ['organization'] }],
  ])('is looked up anew, once, for whoever asks after a change of %s', async (_what, change) => {
    const { principals, asked, find, answer } = byHand();
    const before = find();
    principals.forget(invalidated(change));
    const after = [find(), find()];
    answer(0, Role.ADMIN);
    expect(await before).toMatchObject(standing(Role.ADMIN));
    await settled();
    expect(asked).toHaveLength(2);
    answer(1, Role.VIEWER);
    expect(await Promise.all(after)).toMatchObject([standing(Role.VIEWER), standing(Role.VIEWER)]);
    expect(await find()).toMatchObject(standing(Role.VIEWER));
    expect(asked).toHaveLength(2);
  });

  it('is looked up anew when everything is forgotten', async () => {
    const { principals, asked, find, answer } = byHand();
    const before = find();
    principals.forgetAll();
    const after = find();
    answer(0, Role.ADMIN);
    await before;
    await settled();
    answer(1, Role.VIEWER);
    expect(await after).toMatchObject(standing(Role.VIEWER));
    expect(asked).toHaveLength(2);
  });

  it('is not remembered as refused by what may have changed meanwhile', async () => {
    const { principals, asked, find, answer } = byHand();
    const first = find();
    principals.forget(invalidated({ userIds: ['somebody'] }));
    asked[0]?.reject(new DomainError('UNAUTHENTICATED', 'UNAUTHENTICATED', 'no'));
    expect(await first).toEqual({ kind: 'refused' });
    const second = find();
    answer(1);
    expect(await second).toMatchObject(standing(Role.USER));
  });

  it('fails for all who wait when it cannot be found out, and is asked for again', async () => {
    const { principals, asked, find, answer } = byHand();
    const waiting = [find()];
    principals.forget(invalidated({ userIds: ['somebody'] }));
    waiting.push(find());
    asked[0]?.reject(new DomainError('UNAVAILABLE', 'UNAVAILABLE', 'away'));
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const again = find();
    answer(1);
    expect(await again).toMatchObject(standing(Role.USER));
  });
});

import type { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import { describe, expect, it } from 'vitest';
import { createRevocations } from '../../src/tokens/revocations.ts';

const startMs = Date.parse('2026-01-01T00:00:00Z');

/** Creates revocations with a list, clock and connection that a test controls. */
function setUp() {
  const state = { nowMs: startMs, isCutOff: false, isUnavailable: false, reads: 0 };
  const listed: CredentialsInvalidated[] = [];
  const revocations = createRevocations({
    clock: { now: () => new Date(state.nowMs) },
    isCutOff: () => state.isCutOff,
    read: () => {
      state.reads += 1;
      return state.isUnavailable ? Promise.reject(new Error('unavailable')) : Promise.resolve(listed);
    },
  });
  const holder = { actor: { credentialId: 'key', userId: 'user' }, organizationId: 'organization' };
  const refuse = (issuedAtMs: number) => revocations.refuseRevoked(holder, issuedAtMs);
  return { state, listed, revocations, refuse };
}

function change(over: Partial<CredentialsInvalidated>): CredentialsInvalidated {
  return { credentialIds: [], userIds: [], organizationIds: [], at: new Date(startMs), ...over };
}

describe('a token that a person holds', () => {
  it.each([{ credentialIds: ['key'] }, { userIds: ['user'] }, { organizationIds: ['organization'] }])(
    'is refused after a change of %o, and one issued later is not',
    async (over) => {
      const { revocations, refuse } = setUp();
      await refuse(startMs - 1);
      revocations.add(change(over));
      await expect(refuse(startMs - 1)).rejects.toMatchObject({ status: 'UNAUTHENTICATED' });
      await expect(refuse(startMs + 1)).resolves.toBeUndefined();
    },
  );

  it('is refused after a change that happened before the process started', async () => {
    const { listed, refuse } = setUp();
    listed.push(change({ credentialIds: ['key'] }));
    await expect(refuse(startMs - 1)).rejects.toMatchObject({ status: 'UNAUTHENTICATED' });
  });

  it('is checked by a new read while broadcasts may be missed, at most once a second', async () => {
    const { state, listed, refuse } = setUp();
    await refuse(startMs - 1);
    state.isCutOff = true;
    state.nowMs += 6_000;
    await refuse(startMs - 1);
    await refuse(startMs - 1);
    expect(state.reads).toBe(2);
    listed.push(change({ userIds: ['user'] }));
    state.nowMs += 1_500;
    await expect(refuse(startMs - 1)).rejects.toMatchObject({ status: 'UNAUTHENTICATED' });
  });

  it('is not accepted while its revocation cannot be checked', async () => {
    const { state, refuse } = setUp();
    state.isUnavailable = true;
    await expect(refuse(startMs)).rejects.toMatchObject({ status: 'UNAVAILABLE' });
    state.isUnavailable = false;
    await expect(refuse(startMs)).resolves.toBeUndefined();
  });
});

import type { OutgoingCall } from '@assay/chassis/call-context';
import { Role } from '@assay/proto/access/v1/access';
import { UpdateCurrentUserRequest } from '@assay/proto/identity/v1/users_service';
import type { User } from '@assay/proto/identity/v1/user';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, principalOf } from './calls.ts';
import { seededKey, start } from './start.ts';

let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;

beforeAll(async () => {
  identity = await start();
  admin = callOf(await principalOf(identity, seededKey));
});
afterAll(() => identity.stop());

async function current(by = admin): Promise<User | undefined> {
  return (await identity.users.getCurrentUser(by, {})).user;
}

async function update(change: Partial<UpdateCurrentUserRequest>, by = admin): Promise<User | undefined> {
  const request = UpdateCurrentUserRequest.fromPartial({ updateMask: Object.keys(change), ...change });
  return (await identity.users.updateCurrentUser(by, request)).user;
}

describe('the calling user', () => {
  it('is read with address, name and language', async () => {
    expect(await current()).toMatchObject({
      id: admin.actor.kind === 'user' ? admin.actor.userId : '',
      email: 'admin@assay.local',
      name: 'Administrator',
      locale: 'en',
    });
  });

  it('changes name and language apart, the language into its canonical form', async () => {
    const before = await current();
    const renamed = await update({ name: ' Grace Hopper ' });
    expect(renamed).toEqual({ ...before, name: 'Grace Hopper', updatedAt: renamed?.updatedAt });
    expect(await update({ locale: 'PT-br' })).toMatchObject({ name: 'Grace Hopper', locale: 'pt-BR' });
    expect(await current()).toMatchObject({ name: 'Grace Hopper', locale: 'pt-BR' });
  });

  it('stays as it is when nothing is named', async () => {
    expect(await update({})).toEqual(await current());
  });

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: 'Ada\r\nBcc: eve@example.org' }],
    ['name', { name: 'Ada\u2028Eve' }],
    ['name', { name: 'Ada\u0007' }],
    ['name', { name: 'http://evil.example' }],
    ['locale', { locale: '' }],
    ['email', { updateMask: ['email'] }],
    ['locale', { locale: 'no such tag' }],
    ['locale', { locale: `de-x-${'private-'.repeat(8)}x` }],
  ])('names the bad field %s', async (field, change) => {
    await expect(update(change)).rejects.toMatchObject({ status: 'INVALID_ARGUMENT', details: { field } });
  });

  it('needs no organization, but must exist', async () => {
    const lonely = { ...admin, organizationId: '', actor: { ...admin.actor, role: Role.UNSPECIFIED } };
    expect(await current(lonely as OutgoingCall)).toMatchObject({ email: 'admin@assay.local' });
    const nobody = { status: 'NOT_FOUND', reason: 'USER_NOT_FOUND' };
    await expect(current(callBy())).rejects.toMatchObject(nobody);
    await expect(update({ name: 'x' }, callBy())).rejects.toMatchObject(nobody);
  });

  it('is a person', async () => {
    await expect(current(callByService('gateway'))).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});

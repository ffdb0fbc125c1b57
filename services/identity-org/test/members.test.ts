import { readUserId } from '@assay/chassis/call-context';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { MembersServiceService } from '@assay/proto/organizations/v1/members_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, principalOf } from './calls.ts';
import { createKey } from './create-key.ts';
import { addMember, callAsMember } from './add-member.ts';
import { seededKey, start } from './start.ts';

let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;

beforeAll(async () => {
  identity = await start();
  admin = callOf(await principalOf(identity, seededKey));
});
afterAll(() => identity.stop());

const lastAdmin = { status: 'FAILED_PRECONDITION', reason: 'LAST_ADMIN' };

async function newOrganization(): Promise<OutgoingCall> {
  const { organization } = await identity.organizations.createOrganization(admin, { name: 'Team', slug: '' });
  return { ...admin, organizationId: organization?.id ?? '' };
}

const rolesIn = async (by: OutgoingCall) => {
  const { members } = await identity.members.listMembers(by, {});
  return members.map(({ userId, role }) => [userId, role]);
};

describe('members', () => {
  it('are listed with name and address, oldest first, and counted', async () => {
    const owner = await newOrganization();
    const viewer = await addMember(identity, owner, Role.VIEWER);
    const { members } = await identity.members.listMembers(callAsMember(owner, viewer, Role.VIEWER), {});
    expect(members).toMatchObject([
      { userId: readUserId(owner), email: 'admin@assay.local', role: Role.ADMIN },
      { userId: viewer, role: Role.VIEWER },
    ]);
    const { organization } = await identity.organizations.getOrganization(owner, {});
    expect(organization?.memberCount).toBe(2);
  });

  it.each(['projects-files', 'crowd-webhooks'] as const)('are read one by one by %s', async (service) => {
    const { organizationId, ...owner } = await newOrganization();
    const userId = readUserId(owner);
    const channel = identity.platform.connect(identity.service.grpcAddress, service);
    const { getMember } = channel.client(MembersServiceService);
    const asService = callByService(service, organizationId);
    const { member } = await getMember(asService, { userId });
    expect(member).toMatchObject({ userId, role: Role.ADMIN });
    const missing = await catchRefusal(getMember(asService, { userId: newId() }));
    expect(missing).toMatchObject({ status: 'NOT_FOUND', reason: 'MEMBER_NOT_FOUND' });
    const elsewhere = callByService(service, newId());
    expect(await catchRefusal(getMember(elsewhere, { userId }))).toEqual(missing);
    const asOwner = identity.members.getMember({ ...owner, organizationId }, { userId });
    expect(await catchRefusal(asOwner)).toMatchObject({ status: 'PERMISSION_DENIED' });
    channel.close();
  });

  it('get another role, which their credentials have at once', async () => {
    const owner = await newOrganization();
    const { key } = await createKey(identity, admin, { role: Role.ADMIN });
    const second = await addMember(identity, owner, Role.ADMIN);
    const by = callAsMember(owner, second, Role.ADMIN);
    const userId = readUserId(owner);
    const { member } = await identity.members.updateMember(by, { userId, role: Role.VIEWER });
    expect(member).toMatchObject({ userId, role: Role.VIEWER, email: 'admin@assay.local' });
    expect((await principalOf(identity, key, owner.organizationId)).role).toBe(Role.VIEWER);
  });

  it('cannot become superadmin, nor nothing', async () => {
    const owner = await newOrganization();
    const userId = await addMember(identity, owner, Role.USER);
    const update = (role: Role) => identity.members.updateMember(owner, { userId, role });
    await expect(update(Role.SUPERADMIN)).rejects.toMatchObject({ status: 'PERMISSION_DENIED' });
    await expect(update(Role.UNSPECIFIED)).rejects.toMatchObject({ details: { field: 'role' } });
  });

  it('are removed by admins only, but leave by themselves', async () => {
    const owner = await newOrganization();
    const user = await addMember(identity, owner, Role.USER);
    const viewer = await addMember(identity, owner, Role.VIEWER);
    const byViewer = callAsMember(owner, viewer, Role.VIEWER);
    await expect(identity.members.removeMember(byViewer, { userId: user })).rejects.toMatchObject({
      status: 'PERMISSION_DENIED',
    });
    await identity.members.removeMember(byViewer, { userId: viewer });
    await identity.members.removeMember(owner, { userId: user });
    expect(await rolesIn(owner)).toEqual([[readUserId(owner), Role.ADMIN]]);
  });

  it('of another organization are not found, like nobody', async () => {
    const owner = await newOrganization();
    const other = await newOrganization();
    const stranger = await addMember(identity, other, Role.USER);
    for (const act of [
      (userId: string) => identity.members.updateMember(owner, { userId, role: Role.USER }),
      (userId: string) => identity.members.removeMember(owner, { userId }),
    ]) {
      const foreign = await catchRefusal(act(stranger));
      expect(foreign).toMatchObject({ status: 'NOT_FOUND' });
      expect(foreign).toEqual(await catchRefusal(act(newId())));
    }
  });
});

describe('the last admin', () => {
  it('can neither leave, nor be removed, nor become less', async () => {
    const owner = await newOrganization();
    await addMember(identity, owner, Role.USER);
    const userId = readUserId(owner);
    await expect(identity.members.removeMember(owner, { userId })).rejects.toMatchObject(lastAdmin);
    await expect(identity.members.updateMember(owner, { userId, role: Role.USER })).rejects.toMatchObject(
      lastAdmin,
    );
    expect(await rolesIn(owner)).toContainEqual([userId, Role.ADMIN]);
  });

  it('remains when two admins remove or demote each other at the same instant', async () => {
    for (let round = 0; round < 50; round += 1) {
      const owner = await newOrganization();
      const first = readUserId(owner);
      const second = await addMember(identity, owner, Role.ADMIN);
      const bySecond = callAsMember(owner, second, Role.ADMIN);
      const outcomes = await Promise.allSettled([
        identity.members.updateMember(owner, { userId: second, role: Role.VIEWER }),
        round % 2 === 0
          ? identity.members.updateMember(bySecond, { userId: first, role: Role.VIEWER })
          : identity.members.removeMember(bySecond, { userId: first }),
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await rolesIn(owner)).filter(([, role]) => role === Role.ADMIN)).toHaveLength(1);
    }
  });
});

describe('the default organization', () => {
  it('is the one set, and the one joined first once that was left', async () => {
    const owner = await newOrganization();
    const second = await addMember(identity, owner, Role.ADMIN);
    const before = await principalOf(identity, seededKey);
    const { membership } = await identity.members.setDefaultOrganization(owner, {});
    expect(membership).toMatchObject({
      organizationId: owner.organizationId,
      isDefault: true,
      role: Role.ADMIN,
    });
    expect((await principalOf(identity, seededKey)).organizationId).toBe(owner.organizationId);
    const userId = readUserId(owner);
    await identity.members.removeMember(callAsMember(owner, second, Role.ADMIN), { userId });
    expect((await principalOf(identity, seededKey)).organizationId).toBe(before.organizationId);
  });

  it('cannot be one the caller does not belong to', async () => {
    const elsewhere = { ...admin, organizationId: newId() };
    await expect(identity.members.setDefaultOrganization(elsewhere, {})).rejects.toMatchObject({
      status: 'NOT_FOUND',
    });
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});

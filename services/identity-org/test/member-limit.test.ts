import type { OutgoingCall } from '@assay/chassis/call-context';
import { Role } from '@assay/proto/access/v1/access';
import { InvitationStatus } from '@assay/proto/organizations/v1/invitation';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addMember } from './add-member.ts';
import { callOf, principalOf } from './calls.ts';
import { inviteTo, linkOf, newAddress, personWith } from './invite-person.ts';
import { seededKey, start } from './start.ts';

let identity: Awaited<ReturnType<typeof start>>;
let admin: OutgoingCall;
beforeAll(async () => {
  identity = await start({ MAX_MEMBERS: '3' });
  admin = callOf(await principalOf(identity, seededKey));
});
afterAll(() => identity.stop());
beforeEach(async () => {
  for (const { userId, role } of await members()) {
    if (role !== Role.ADMIN) await identity.members.removeMember(admin, { userId });
  }
});

const members = async () => (await identity.members.listMembers(admin, {})).members;
const fill = () => addMember(identity, admin, Role.USER);
async function invited() {
  const email = newAddress();
  const person = await personWith(identity, email);
  const { id } = await inviteTo(identity, admin, email);
  return { id, person, link: linkOf(identity, id) };
}
const accept = ({ person, link }: Awaited<ReturnType<typeof invited>>) =>
  identity.invitations.acceptInvitation(person, link);
const reasonOf = (error: unknown) => (error as { reason: string }).reason;
const full = { status: 'FAILED_PRECONDITION', reason: 'MEMBER_LIMIT', details: { limit: 3 } };

describe('an organization that is full', () => {
  it('takes nobody in, and leaves the invitation open for when there is room', async () => {
    const guest = await invited();
    const userId = await fill();
    await fill();
    expect(await catchRefusal(accept(guest))).toMatchObject(full);
    const { preview } = await identity.invitations.previewInvitation(callByService('gateway'), guest.link);
    expect(preview?.status).toBe(InvitationStatus.PENDING);
    await identity.members.removeMember(admin, { userId });
    await accept(guest);
    expect(await members()).toHaveLength(3);
  });

  it('is told so before it mails anybody', async () => {
    await fill();
    await fill();
    const request = { email: newAddress(), role: Role.USER };
    expect(await catchRefusal(identity.invitations.invite(admin, request))).toMatchObject(full);
  });

  it('still answers those who answered, and those whose invitation is another’s, as ever', async () => {
    const guest = await invited();
    const other = await invited();
    await accept(guest);
    await fill();
    expect(await catchRefusal(accept(guest))).toMatchObject({ reason: 'INVITATION_ANSWERED' });
    expect(await catchRefusal(accept({ ...other, person: guest.person }))).toMatchObject({
      status: 'PERMISSION_DENIED',
    });
  });
});

describe('the last place', () => {
  it('is taken by one of those who accept at the same time', async () => {
    await fill();
    const guests = await Promise.all(Array.from({ length: 6 }, invited));
    const answers = await Promise.all(guests.map((guest) => accept(guest).then(() => 'joined', reasonOf)));
    expect(answers.filter((answer) => answer === 'joined')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'MEMBER_LIMIT')).toHaveLength(5);
    expect(await members()).toHaveLength(3);
  });
});

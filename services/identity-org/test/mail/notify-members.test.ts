import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import type { NotifyMembersRequest } from '@assay/proto/organizations/v1/contacts_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startContacts } from './contacts-platform.ts';

const service = callByService('crowd-webhooks');
let on: Awaited<ReturnType<typeof startContacts>>;

beforeAll(async () => {
  on = await startContacts('crowd-webhooks');
});
afterAll(() => on.stop());

const newRequest = (overrides: Partial<NotifyMembersRequest> = {}): NotifyMembersRequest => ({
  id: `webhook-disabled:${newId()}`,
  organizationId: on.admin.organizationId,
  userIds: [],
  subject: `A webhook was disabled ${newId()}`,
  text: 'Ten deliveries in a row failed.\n\nRepair the receiver.',
  ...overrides,
});
const notify = (request: NotifyMembersRequest) => on.contacts.notifyMembers(service, request);
const findRecipients = (subject: string) => on.findMails(subject).flatMap(({ recipients }) => recipients);
const join = () => on.join(Role.USER);
const leave = ({ userId }: { readonly userId: string }) =>
  on.identity.members.removeMember(on.admin, { userId });

async function mailTo(request: NotifyMembersRequest): Promise<readonly string[]> {
  await notify(request);
  await on.allMailed();
  return findRecipients(request.subject);
}

describe('NotifyMembers', () => {
  it('mails the named members, and no other member', async () => {
    const first = await join();
    const second = await join();
    await join();
    const request = newRequest({ userIds: [first.userId, second.userId] });
    expect((await mailTo(request)).toSorted()).toEqual([first.email, second.email].toSorted());
    const [mail] = on.findMails(request.subject);
    expect(mail?.text).toContain('Ten deliveries in a row failed.\n\nRepair the receiver.');
    expect(mail?.text).toContain('because you are a member of Local organization');
  });

  it('mails only those who are still members', async () => {
    const former = await join();
    const present = await join();
    await leave(former);
    expect(await mailTo(newRequest({ userIds: [former.userId, present.userId] }))).toEqual([present.email]);
  });

  it.each([
    [
      'every named user has left',
      async () => [await join().then((user) => leave(user).then(() => user.userId))],
    ],
    ['the named user never was a member', () => Promise.resolve([newId()])],
    ['no user is named', () => Promise.resolve([])],
  ])('mails the admins when %s', async (_case, findUserIds) => {
    const request = newRequest({ userIds: await findUserIds() });
    expect(await mailTo(request)).toEqual([on.identity.config.seedUserEmail]);
    expect(on.findMails(request.subject)[0]?.text).toContain(
      'because you are an admin of Local organization',
    );
  });

  it('mails the same occasion once, also when the member has left since', async () => {
    const member = await join();
    const request = newRequest({ userIds: [member.userId] });
    await Promise.all([1, 2, 3].map(() => notify(request)));
    await on.allMailed();
    await leave(member);
    await notify(request);
    const { organizationId, id } = request;
    await on.requestAgain(`${organizationId}/${id}`);
    await on.allMailed();
    expect(findRecipients(request.subject)).toEqual([member.email]);
  });

  it('answers NOT_FOUND for an unknown organization', async () => {
    expect(await catchRefusal(notify(newRequest({ organizationId: newId() })))).toMatchObject({
      status: 'NOT_FOUND',
      reason: 'ORGANIZATION_NOT_FOUND',
    });
  });

  it.each([
    ['id', { id: '' }],
    ['subject', { subject: 'a\r\nBcc: eve@example.org' }],
    ['text', { text: '' }],
    ['userIds', { userIds: Array.from({ length: 101 }, newId) }],
  ])('names the bad field %s', async (field, overrides) => {
    expect(await catchRefusal(notify(newRequest(overrides)))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });

  it('refuses users and other services', async () => {
    for (const [issuer, by] of [
      ['gateway', on.admin],
      ['verification', callByService('verification')],
      ['billing', callByService('billing')],
    ] as const) {
      const other = on.identity.platform.connect(on.identity.service.grpcAddress, issuer);
      const notified = other.client(ContactsServiceService).notifyMembers(by, newRequest());
      expect(await catchRefusal(notified)).toMatchObject({
        status: 'PERMISSION_DENIED',
        reason: 'FORBIDDEN',
      });
      other.close();
    }
  });
});

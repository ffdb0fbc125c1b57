import { newId } from '@assay/chassis/ids';
import { Role } from '@assay/proto/access/v1/access';
import { ContactsServiceService } from '@assay/proto/organizations/v1/contacts_service';
import type { NotifyAdminsRequest } from '@assay/proto/organizations/v1/contacts_service';
import { eventually } from '@assay/test-kit/eventually';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, principalOf } from '../calls.ts';
import { startRefusingMailServer } from './refusing-mail-server.ts';
import { newAddress, personWith } from '../invite-person.ts';
import { addMember } from '../add-member.ts';
import { seededKey, start } from '../start.ts';
import { startContacts } from './contacts-platform.ts';

const billing = callByService('billing');
let on: Awaited<ReturnType<typeof startContacts>>;

beforeAll(async () => {
  on = await startContacts('billing');
});
afterAll(() => on.stop());

const requestOf = (overrides: Partial<NotifyAdminsRequest> = {}): NotifyAdminsRequest => ({
  id: `low-balance:${newId()}`,
  organizationId: on.admin.organizationId,
  subject: `Your balance fell ${newId()}`,
  text: 'Less than <you> wanted.\n\nTop up.',
  ...overrides,
});
const notify = (request: NotifyAdminsRequest, by = billing) => on.contacts.notifyAdmins(by, request);

describe('NotifyAdmins', () => {
  it('mails each admin of the organization, and nobody else', async () => {
    const { email: second } = await on.join(Role.ADMIN);
    await on.join(Role.USER);
    const request = requestOf();
    await notify(request);
    await on.allMailed();
    const mails = on.findMails(request.subject);
    const recipients = mails.flatMap((mail) => mail.recipients);
    expect(recipients.toSorted()).toEqual([on.identity.config.seedUserEmail, second].toSorted());
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    expect(mails[0]?.text).toContain('Less than <you> wanted.\n\nTop up.');
    expect(mails[0]?.text).toContain('admin of Local organization');
    expect(mails[0]?.html).toContain('<p>Less than &lt;you&gt; wanted.</p>');
  });

  it('mails the same occasion once, however often and by however many it is told', async () => {
    const request = requestOf();
    await Promise.all([1, 2, 3, 4].map(() => notify(request)));
    await on.allMailed();
    const sent = on.findMails(request.subject).length;
    await notify(request);
    const { organizationId, id } = request;
    await on.requestAgain(`${organizationId}/${id}`);
    await on.allMailed();
    expect(sent).toBeGreaterThan(0);
    expect(on.findMails(request.subject)).toHaveLength(sent);
  });

  it('lets two organizations have the same occasion', async () => {
    const { organization } = await on.identity.organizations.createOrganization(on.admin, {
      name: 'Two',
      slug: '',
    });
    const one = requestOf();
    const other = requestOf({ id: one.id, organizationId: organization?.id ?? '' });
    await Promise.all([notify(one), notify(other)]);
    await on.allMailed();
    expect(on.findMails(one.subject).length).toBeGreaterThan(0);
    expect(on.findMails(other.subject)).toHaveLength(1);
  });

  it('answers NOT_FOUND for an organization there is not', async () => {
    expect(await catchRefusal(notify(requestOf({ organizationId: newId() })))).toMatchObject({
      status: 'NOT_FOUND',
      reason: 'ORGANIZATION_NOT_FOUND',
    });
  });

  it.each([
    ['id', { id: '' }],
    ['subject', { subject: ' ' }],
    ['subject', { subject: 'a\r\nBcc: eve@example.org' }],
    ['subject', { subject: 'x'.repeat(201) }],
    ['text', { text: '' }],
  ])('names the bad field %s', async (field, overrides) => {
    expect(await catchRefusal(notify(requestOf(overrides)))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { field },
    });
  });

  it('refuses users and other services', async () => {
    const forbidden = { status: 'PERMISSION_DENIED', reason: 'FORBIDDEN' };
    for (const [issuer, by] of [
      ['gateway', on.admin],
      ['verification', callByService('verification')],
      ['crowd-webhooks', callByService('crowd-webhooks')],
    ] as const) {
      const others = on.identity.platform.connect(on.identity.service.grpcAddress, issuer);
      const told = others.client(ContactsServiceService).notifyAdmins(by, requestOf());
      expect(await catchRefusal(told)).toMatchObject(forbidden);
      others.close();
    }
  });

  it("tells the other admins when one admin's mail is refused for good", async () => {
    const server = await startRefusingMailServer([550]);
    const other = await start({ SMTP_URL: server.smtpUrl, MAIL_FROM: 'no-reply@assay.example' });
    const by = callOf(await principalOf(other, seededKey));
    const { organizationId } = by;
    await personWith(other, newAddress(), await addMember(other, by, Role.ADMIN));
    const billingChannel = other.platform.connect(other.service.grpcAddress, 'billing');
    const contacts = billingChannel.client(ContactsServiceService);
    await contacts.notifyAdmins(billing, requestOf({ organizationId }));
    const { jsm, namespace } = other.events;
    await eventually(async () => {
      const { state } = await jsm.streams.info(namespace.stream('DEAD_LETTERS'));
      expect(state.messages).toBe(1);
    });
    await eventually(() => {
      expect(server.taken).toHaveLength(1);
    });
    billingChannel.close();
    await other.stop();
    await server.stop();
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await on.identity.uncoveredQueries()).toEqual([]);
  });
});

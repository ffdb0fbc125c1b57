/** People and memberships change at the same moment. */
import { randomUUID } from 'node:crypto';
import { inviteMember, addMember, awaitInvitationToken } from '@assay/test-kit/join-organization';
import { newOrganization } from '@assay/test-kit/organizations';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { bearer, createRest } from '@assay/test-kit/rest';
import type { Rest, RestHeaders } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const contenders = 32;
const rounds = 20;

let platform: SharedPlatform;

beforeAll(async () => {
  platform = await joinPlatform();
});
afterAll(() => platform.stop());

interface Person {
  readonly email: string;
  readonly credential: RestHeaders;
  readonly rest: Rest;
}

async function newPerson(): Promise<Person> {
  const email = `${randomUUID()}@example.org`;
  const credential = bearer(await platform.issuer.accessToken(email));
  return { email, credential, rest: createRest(platform.baseUrl, credential) };
}

/** Asks once for each contender at the same time; resolves to the statuses, lowest first. */
async function together(ask: (contender: number) => Promise<{ status: number }>): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: contenders }, (_, i) => ask(i)));
  return answers.map(({ status }) => status).sort();
}

describe(`${String(contenders)} requests at once`, () => {
  it('to invite one address leave one pending invitation, and one link that works', async () => {
    const { rest } = await newPerson();
    const { id } = await newOrganization(rest);
    const invitee = await newPerson();
    const statuses = await together(() =>
      rest.post(`/v2/organizations/${id}/invite`, { email: invitee.email, role: 'user' }),
    );
    expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
    const { body: pending } = await rest.get(`/v2/organizations/${id}/invitations`);
    expect(pending).toMatchObject({ total: 1, data: [{ email: invitee.email, status: 'pending' }] });
    const token = await awaitInvitationToken(platform.inbox, pending.data[0].id);
    const accepted = await invitee.rest.post(`/v2/invitations/${pending.data[0].id as string}/accept`, {
      token,
    });
    expect(accepted.status).toBe(200);
  });

  it('to accept one invitation make one member', async () => {
    const { rest } = await newPerson();
    const { id } = await newOrganization(rest);
    const invitee = await newPerson();
    const invitation = await inviteMember(rest, id, { email: invitee.email, role: 'user' });
    const token = await awaitInvitationToken(platform.inbox, invitation.id);
    const statuses = await together(() =>
      invitee.rest.post(`/v2/invitations/${invitation.id}/accept`, { token }),
    );
    expect(statuses).toEqual([200, ...Array<number>(contenders - 1).fill(409)]);
    expect((await rest.get(`/v2/organizations/${id}/users`)).body.total).toBe(2);
  });

  it('for one slug make one organization', async () => {
    const slug = `race-${randomUUID().slice(0, 8)}`;
    const people = await Promise.all(Array.from({ length: contenders }, newPerson));
    // Everybody is known before the race: it is about slugs, not about users.
    await Promise.all(people.map(({ rest }) => rest.get('/v2/users/me')));
    const statuses = await together((i) =>
      (people[i]?.rest ?? createRest(platform.baseUrl, '')).post('/v2/organizations', { name: 'Race', slug }),
    );
    expect(statuses).toEqual([201, ...Array<number>(contenders - 1).fill(409)]);
  });

  it('of somebody never seen before make one user', async () => {
    const { rest } = await newPerson();
    const asked = Array.from({ length: contenders }, () => rest.get('/v2/users/me'));
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ status, body }) => `${String(status)} ${String(body.id)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });
});

describe('two admins of one organization', () => {
  it(`never both lose their role, however often they take it from each other at once`, async () => {
    const ada = await newPerson();
    const grace = await newPerson();
    const { id: organizationId } = await newOrganization(ada.rest);
    const { body: me } = await ada.rest.get('/v2/users/me');
    const adaId = me.id as string;
    const graceId = await addMember(
      { platform, inbox: platform.inbox, admin: ada.rest, organizationId },
      { email: grace.email, credential: grace.credential, role: 'admin' },
    );
    const url = (userId: string) => `/v2/organizations/${organizationId}/users/${userId}`;
    for (let round = 0; round < rounds; round += 1) {
      const [byAda, byGrace] = await Promise.all([
        ada.rest.patch(url(graceId), { role: 'viewer' }),
        grace.rest.patch(url(adaId), { role: 'viewer' }),
      ]);
      const statuses = [byAda.status, byGrace.status].sort();
      expect([
        [200, 403],
        [200, 409],
      ]).toContainEqual(statuses);
      const [winner, loserId] = byAda.status === 200 ? [ada, graceId] : [grace, adaId];
      const { body: members } = await winner.rest.get(`/v2/organizations/${organizationId}/users`);
      expect(members.data.filter(({ role }: { role: string }) => role === 'admin')).toHaveLength(1);
      expect((await winner.rest.patch(url(loserId), { role: 'admin' })).status).toBe(200);
    }
  });
});

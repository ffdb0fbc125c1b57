import { eventually } from './eventually.ts';
import type { LaunchedPlatform } from './launched-platform.ts';
import type { MailInbox } from './mail-inbox.ts';
import { createRest } from './rest.ts';
import type { Rest, RestAnswer, RestHeaders } from './rest.ts';

interface Inviting {
  readonly platform: LaunchedPlatform;
  readonly inbox: MailInbox;
  readonly admin: Rest;
  readonly organizationId: string;
}

interface Invitee {
  readonly email: string;
  readonly credential: RestHeaders;
  readonly role: 'viewer' | 'user' | 'admin';
}

/** Makes somebody a member as people become members: by an invitation, its mail, and their answer. Resolves to their id. */
export async function addMember(
  { platform, inbox, admin, organizationId }: Inviting,
  invitee: Invitee,
): Promise<string> {
  const { email, role, credential } = invitee;
  const { id } = await inviteMember(admin, organizationId, { email, role });
  const token = await awaitInvitationToken(inbox, id);
  const answer = createRest(platform.baseUrl, credential).post(`/v2/invitations/${id}/accept`, { token });
  return expectSuccess(await answer).userId;
}

export async function inviteMember(
  admin: Rest,
  organizationId: string,
  whom: Pick<Invitee, 'email' | 'role'>,
): Promise<{ id: string }> {
  return expectSuccess(await admin.post(`/v2/organizations/${organizationId}/invite`, whom));
}

/** The token in the link of an invitation, once it was mailed. */
export function awaitInvitationToken({ mails }: MailInbox, invitationId: string): Promise<string> {
  return eventually(() => {
    const links = mails.map(({ text = '' }) => /(\w+)\/answer#token=([\w-]+)/u.exec(text) ?? []);
    const token = links.find(([, id]) => id === invitationId)?.[2];
    if (token === undefined) throw new Error('the invitation was not mailed yet');
    return token;
  });
}

function expectSuccess({ status, body }: RestAnswer): RestAnswer['body'] {
  if (status < 300) return body;
  throw new Error(`answered ${String(status)}: ${JSON.stringify(body)}`);
}

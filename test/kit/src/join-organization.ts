import type { LaunchedPlatform } from './launched-platform.ts';
import type { Inbox } from './servers/mail-inbox.ts';
import { createRest } from './rest.ts';
import type { Rest, RestAnswer, RestHeaders } from './rest.ts';

interface Inviting {
  readonly platform: Pick<LaunchedPlatform, 'baseUrl'>;
  readonly inbox: Inbox;
  readonly admin: Rest;
  readonly organizationId: string;
}

interface Invitee {
  readonly email: string;
  readonly credential: RestHeaders;
  readonly role: 'viewer' | 'user' | 'admin';
}

/** Adds a member by an invitation, its mail and its acceptance. Resolves to the id of the user. */
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

/** Waits for the mail of an invitation; resolves to the token in its link. */
export async function awaitInvitationToken(inbox: Inbox, invitationId: string): Promise<string> {
  const begin = `${invitationId}/answer#token=`;
  const { text = '' } = await inbox.awaitMailWith(begin);
  const [token = ''] = /^[\w-]+/u.exec(text.slice(text.indexOf(begin) + begin.length)) ?? [];
  return token;
}

function expectSuccess({ status, body }: RestAnswer): RestAnswer['body'] {
  if (status < 300) return body;
  throw new Error(`the API returned ${String(status)}: ${JSON.stringify(body)}`);
}

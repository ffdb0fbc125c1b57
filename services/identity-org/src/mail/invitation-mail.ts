import { html } from '@assay/chassis/http/html';
import { Role } from '@assay/proto/access/v1/access';
import type { Invitation } from '../domain/invitation/invitation.ts';
import { mailHtml } from './mail.ts';
import type { Mail } from './mail.ts';

export interface InvitationMailParts {
  readonly invitation: Invitation;
  readonly organizationName: string;
  /** The address or the name of the user who invited; undefined: unknown. */
  readonly inviter: string | undefined;
  /** The address of the page to answer on; whoever has the link can answer. */
  readonly link: string;
}

export function invitationMail({ invitation, organizationName, inviter, link }: InvitationMailParts): Mail {
  const who = inviter ?? 'An admin';
  const offer = `${who} invites you to join ${organizationName} on Assay as ${roleNames[invitation.role]}.`;
  const until = `The invitation is open until ${longDate.format(invitation.expiresAt)} (UTC).`;
  const otherwise = 'If you did not expect it, you can ignore this mail.';
  return {
    id: `invitation-${invitation.id}`,
    to: invitation.email,
    subject: `Invitation to join ${organizationName}`,
    text: [offer, `Accept or decline it here:\n${link}`, until, otherwise].join('\n\n').concat('\n'),
    html: mailHtml(html`<p>${offer}</p>
<p><a href="${link}">Accept or decline the invitation</a></p>
<p>${until} ${otherwise}</p>`),
  };
}

const roleNames = {
  [Role.VIEWER]: 'a viewer',
  [Role.USER]: 'a user',
  [Role.ADMIN]: 'an admin',
  [Role.SUPERADMIN]: 'a member',
  [Role.UNSPECIFIED]: 'a member',
  [Role.UNRECOGNIZED]: 'a member',
} as const satisfies Record<Role, string>;

const longDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

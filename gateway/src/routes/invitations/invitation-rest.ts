import { Type } from 'typebox';
import type { Static } from 'typebox';
import { InvitationStatus } from '@assay/proto/organizations/v1/invitation';
import type { Invitation } from '@assay/proto/organizations/v1/invitation';
import { required } from '../../rest/required.ts';
import { restEnum } from '../../rest/rest-enum.ts';
import { role } from '../../rest/roles.ts';
import { dateTime, id, named } from '../../rest/schema.ts';

export const invitationStatus = restEnum(InvitationStatus.UNSPECIFIED, {
  pending: InvitationStatus.PENDING,
  accepted: InvitationStatus.ACCEPTED,
  declined: InvitationStatus.DECLINED,
  expired: InvitationStatus.EXPIRED,
});

const address = (description: string) => Type.String({ description, examples: ['ada@example.org'] });

/** Both documented shapes in one: `inviteeEmail` is `email`, `expirationDate` is `expiresAt`. */
export const invitationFields = {
  id: id('The invitation.'),
  organizationId: id('Where to.'),
  organizationName: Type.String({ description: 'Its name.', examples: ['Harbour Newsroom'] }),
  email: address('Who is invited.'),
  inviteeEmail: address('The same as `email`.'),
  role: role.schema,
  status: invitationStatus.schema,
  expiresAt: dateTime('Two weeks after it was made.'),
  expirationDate: dateTime('The same as `expiresAt`.'),
  createdAt: dateTime('When it was made.'),
  updatedAt: dateTime('When it last changed.'),
};

export const invitationSchema = named(
  'Invitation',
  Type.Object(invitationFields, { description: 'An offer to join an organization, sent by e-mail.' }),
);

export const invitationPath = Type.Object({ invitationId: id('The invitation.') });

/** What proves that somebody has read the e-mail. */
export const tokenBody = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'From the link in the e-mail, after `#token=`.',
    }),
  },
  { additionalProperties: false, examples: [{ token: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg' }] },
);

export function toInvitation(invitation: Invitation | undefined): Static<typeof invitationSchema.schema> {
  const given = required(invitation);
  const expiresAt = required(given.expiresAt).toISOString();
  return {
    id: given.id,
    organizationId: given.organizationId,
    organizationName: given.organizationName,
    email: given.email,
    inviteeEmail: given.email,
    role: role.toRest(given.role),
    status: invitationStatus.toRest(given.status),
    expiresAt,
    expirationDate: expiresAt,
    createdAt: required(given.createdAt).toISOString(),
    updatedAt: required(given.updatedAt).toISOString(),
  };
}

import { Type } from 'typebox';
import { ownCall } from '../../own-call.ts';
import { openErrors } from '../../rest/error-body.ts';
import { required } from '../../rest/required.ts';
import { role as restRole } from '../../rest/roles.ts';
import { described, named, nullable } from '../../rest/schema.ts';
import type { RegisterRoute } from '../../rest-app.ts';
import { invitationFields, invitationPath, invitationStatus, tokenBody } from './invitation-rest.ts';

const { organizationName, email, role, status, expiresAt } = invitationFields;

export const invitationPreviewSchema = named(
  'InvitationPreview',
  Type.Object(
    {
      organizationName,
      email,
      role,
      status,
      expiresAt,
      invitedByEmail: nullable(
        Type.String({ examples: ['grace@example.org'] }),
        'Who invited; null: unknown.',
      ),
    },
    { description: 'What somebody who holds the link of an invitation may know.' },
  ),
);

export const previewInvitation: RegisterRoute = (app, { clients }) => {
  const schema = {
    operationId: 'previewInvitation',
    tags: ['Members and invitations'],
    summary: 'Read an invitation by its link',
    security: [],
    description:
      'Needs no credential but the token of the link, and changes nothing. 404 when the token is not the ' +
      "invitation's, 410 when it has expired, was revoked or replaced.",
    params: invitationPath,
    body: tokenBody,
    response: {
      200: described(invitationPreviewSchema.ref, 'The invitation.'),
      ...openErrors('NOT_FOUND', 'GONE'),
    },
  };
  const config = { anonymous: true };
  app.post('/v2/invitations/:invitationId/preview', { schema, config }, async ({ call, params, body }) => {
    const request = { ...params, ...body };
    const { preview } = await clients.invitations.previewInvitation(ownCall(call), request);
    const given = required(preview);
    return {
      organizationName: given.organizationName,
      email: given.email,
      role: restRole.toRest(given.role),
      status: invitationStatus.toRest(given.status),
      expiresAt: required(given.expiresAt).toISOString(),
      invitedByEmail: given.invitedByEmail ?? null,
    };
  });
};

import type { RegisterRoute } from '../rest-app.ts';
import { readPageFile, sendPage } from './page.ts';

/** The page behind the link of an invitation; the same for every invitation, because only its script reads the link. */
export const showInvitation: RegisterRoute = (app) => {
  const page = readPageFile('invitation/invitation.html');
  const options = { config: { anonymous: true } };
  app.get('/v2/invitations/:invitationId/answer', options, (_request, reply) => sendPage(reply, page));
};

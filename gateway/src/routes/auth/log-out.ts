import { Type } from 'typebox';
import { openErrors } from '../../rest/error-body.ts';
import type { RegisterRoute } from '../../rest-app.ts';

const left = Type.Object(
  { message: Type.String({ description: 'For people.', examples: ['signed out'] }) },
  { description: 'Nobody is signed in in this browser any more.' },
);

export const logOut: RegisterRoute = (app, { clients, cookies }) => {
  const schema = {
    operationId: 'logOut',
    tags: ['Signing in'],
    summary: 'Sign out of this browser',
    description:
      'Ends the session of the cookie everywhere within a second, and takes the cookie away. Other credentials stay as ' +
      'they are. 403 when another site led here.',
    response: { 200: left, ...openErrors('FORBIDDEN') },
  };
  const config = { anonymous: true, endsSession: true };
  app.get('/v2/auth/logout', { schema, config }, async ({ call, authentication }, reply) => {
    if (authentication.kind === 'unknown') throw authentication.cause;
    if (authentication.kind === 'principal' && authentication.by === 'session') {
      await clients.sessions.endSession(call, {});
    }
    cookies.session.clear(reply);
    cookies.login.clear(reply);
    return { message: 'signed out' };
  });
};

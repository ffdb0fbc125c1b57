import { SessionsServiceService } from '@assay/proto/identity/v1/sessions_service';
import type { Endpoint } from '../rest-app.ts';
import { buildRoute } from '../routes/build-route.ts';

export const logOut: Endpoint = (app, operation, { callers, cookies }) => {
  const route = buildRoute(operation);
  app.route({
    ...route,
    config: { ...route.config, endsSession: true },
    async handler({ call, authentication }, reply) {
      if (authentication.kind === 'unknown') throw authentication.cause;
      if (authentication.kind === 'principal' && authentication.by === 'session') {
        await callers.callRpc(SessionsServiceService.endSession, call, {});
      }
      cookies.session.clear(reply);
      cookies.login.clear(reply);
      return { message: 'signed out' };
    },
  });
};

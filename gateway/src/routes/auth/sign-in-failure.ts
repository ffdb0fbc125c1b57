import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendError, toRestError } from '../../plugins/errors.ts';
import { errorCatalog } from '../../rest/error-catalog.ts';
import { pageWith } from '../pages/page-layout.ts';
import { sendPage } from '../pages/page.ts';

/** Says that signing in did not work: to a browser with a page, to everybody else with an error as any other. */
export function sendSignInFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (request.headers.accept?.includes('text/html') !== true) return sendError(error, request, reply);
  const { code, options } = toRestError(error);
  const { status } = errorCatalog[code];
  if (status >= 500) request.log.error({ err: error }, 'signing in failed');
  if (options.retryAfterSeconds !== undefined) void reply.header('retry-after', options.retryAfterSeconds);
  return sendPage(reply.code(status), pageWith('Not signed in', content(status, request.id)));
}

/** All text in it is our own, and request ids hold nothing that HTML could read. */
function content(status: number, requestId: string): string {
  return (
    '<p class="badge bad">Not signed in</p><h1>Signing in did not work</h1>' +
    `<p class="soft">${reasonOf(status)}</p>` +
    '<div class="actions"><a class="button main" href="/v2/auth/start">Try again</a></div>' +
    `<p class="soft small">Request ${requestId}</p>`
  );
}

function reasonOf(status: number): string {
  if (status >= 500)
    return 'The service people sign in at does not answer right now. Please try again in a moment.';
  if (status === 409) return 'Signing in with a browser is not set up here. Use an API key instead.';
  return 'It took too long, was begun in another browser, or was not confirmed. Nothing was changed.';
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '@assay/chassis/html';
import type { Html } from '@assay/chassis/html';
import { errorCatalog } from '@assay/operations/errors/error-catalog';
import { sendError, toRestError } from '../errors.ts';
import { pageWith, sendPage } from './page.ts';

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

function content(status: number, requestId: string): Html {
  return html`<p class="badge bad">Not signed in</p>
    <h1>Signing in did not work</h1>
    <p class="soft">${reasonOf(status)}</p>
    <div class="actions"><a class="button main" href="/v2/auth/start">Try again</a></div>
    <p class="soft small">Request ${requestId}</p>`;
}

function reasonOf(status: number): string {
  if (status >= 500)
    return 'The service people sign in at does not answer right now. Please try again in a moment.';
  if (status === 409) return 'Signing in with a browser is not set up here. Use an API key instead.';
  return 'It took too long, was begun in another browser, or was not confirmed. Nothing was changed.';
}

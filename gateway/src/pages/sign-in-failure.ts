import type { FastifyReply, FastifyRequest } from 'fastify';
import { html } from '@assay/chassis/http/html';
import type { Html } from '@assay/chassis/http/html';
import { errorCatalog } from '@assay/operations/errors/error-catalog';
import { sendError, toAnswer } from '../routes/errors.ts';
import { pageWith, sendPage } from './page.ts';

/** Answers a failed sign-in: browsers get a page, other clients the usual error. */
export function sendSignInFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (request.headers.accept?.includes('text/html') !== true) return sendError(error, request, reply);
  const { code, options } = toAnswer(error);
  const { status } = errorCatalog[code];
  if (status >= 500) request.log.error({ err: error }, 'signing in failed');
  if (options.retryAfterSeconds !== undefined) void reply.header('retry-after', options.retryAfterSeconds);
  return sendPage(reply.code(status), pageWith('Not signed in', content(status, request.id)));
}

function content(status: number, requestId: string): Html {
  return html`<p class="badge bad">Not signed in</p>
    <h1>Signing in failed</h1>
    <p class="soft">${describeReason(status)}</p>
    <div class="actions"><a class="button main" href="/v2/auth/start">Try again</a></div>
    <p class="soft small">Request ${requestId}</p>`;
}

function describeReason(status: number): string {
  if (status >= 500) return 'The sign-in service is unavailable. Try again in a moment.';
  if (status === 409) return 'Signing in with a browser is not configured here. Use an API key instead.';
  return 'The sign-in took too long, began in another browser, or was not confirmed. Nothing was changed.';
}

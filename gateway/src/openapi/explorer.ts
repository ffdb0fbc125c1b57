import { createHash } from 'node:crypto';
import apiReference from '@scalar/fastify-api-reference';
import type { RestApp } from '../rest-app.ts';
import { documentPath } from './openapi.ts';

const explorerPath = '/v2';

/** Serves the interactive explorer and its script; nothing it does reaches any other host. */
export async function serveExplorer(app: RestApp): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, anonymous: true };
    });
    scope.addHook('onSend', (_request, reply, payload, done) => {
      if (typeof payload === 'string') void reply.headers(headersFor(payload));
      done(null, payload);
    });
    // Browsers ask for it whatever a page says.
    scope.get('/favicon.ico', (_request, reply) => reply.code(204).send());
    await scope.register(apiReference, {
      routePrefix: explorerPath,
      configuration: {
        url: documentPath,
        cdn: '/v2/js/scalar.js',
        pageTitle: 'Assay API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
        authentication: { preferredSecurityScheme: 'apiKey' },
        defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      },
    });
  });
}

/** A page gets its policy; its script, which only changes with a release, may be kept. */
function headersFor(payload: string): Record<string, string> {
  return payload.startsWith('<')
    ? { 'content-security-policy': policyFor(payload) }
    : { 'cache-control': 'public, max-age=3600' };
}

/** Allows the page's own script and inline scripts by their hash; connections go to this host alone. */
function policyFor(page: string): string {
  const hashes = [...page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gu)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

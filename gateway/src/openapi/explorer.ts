import { createHash } from 'node:crypto';
import fastify from 'fastify';
import type { RestApp } from '../rest-app.ts';
import { documentPath } from './openapi.ts';

const explorerPath = '/v2/';
const scriptPath = `${explorerPath}js/scalar.js`;

/** Serves the interactive explorer and its script; nothing it does reaches any other host. */
export async function serveExplorer(app: RestApp): Promise<void> {
  let explorer: Promise<Explorer> | undefined;
  await app.register((scope, _options, done) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, anonymous: true };
    });
    // Browsers ask for it whatever a page says.
    scope.get('/favicon.ico', (_request, reply) => reply.code(204).send());
    scope.get(explorerPath, async (_request, reply) => {
      const { page, policy } = await (explorer ??= loadExplorer());
      return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(page);
    });
    // It only changes with a release.
    scope.get(scriptPath, async (_request, reply) => {
      const { script } = await (explorer ??= loadExplorer());
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/javascript; charset=utf-8')
        .send(script);
    });
    done();
  });
}

interface Explorer {
  readonly page: string;
  readonly policy: string;
  readonly script: string;
}

/**
 * What the package would serve. It is loaded when it is first asked for: it carries 4 MB of script and a parser of OpenAPI, a
 * seventh of all modules that the gateway would load at its start.
 */
async function loadExplorer(): Promise<Explorer> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(apiReference, {
    routePrefix: explorerPath,
    configuration: {
      url: documentPath,
      cdn: scriptPath,
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
  const [page, script] = await Promise.all([app.inject(explorerPath), app.inject(scriptPath)]);
  return { page: page.payload, policy: policyFor(page.payload), script: script.payload };
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

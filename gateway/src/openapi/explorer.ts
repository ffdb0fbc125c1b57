import { createHash } from 'node:crypto';
import fastify from 'fastify';
import { createStaticContent } from '../responses/static-content.ts';
import type { RestApp } from '../rest-app.ts';
import { documentPath } from './openapi.ts';

const explorerPath = '/v2/';
const scriptPath = `${explorerPath}js/scalar.js`;

/** Serves the interactive explorer and its script. The explorer calls no other host. */
export async function serveExplorer(app: RestApp): Promise<void> {
  let explorer: Promise<Explorer> | undefined;
  const load = () => (explorer ??= loadExplorer());
  const page = createStaticContent({
    type: 'text/html; charset=utf-8',
    cacheControl: 'public, no-cache',
    render: async () => (await load()).page,
  });
  const script = createStaticContent({
    type: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=3600',
    render: async () => (await load()).script,
  });
  await app.register((scope, _options, done) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, anonymous: true };
    });
    // Browsers request it although no page names it.
    scope.get('/favicon.ico', (_request, reply) => reply.code(204).send());
    scope.get(explorerPath, async (request, reply) => {
      const { policy } = await load();
      return page.send(request, reply.header('content-security-policy', policy));
    });
    scope.get(scriptPath, (request, reply) => script.send(request, reply));
    done();
  });
}

interface Explorer {
  readonly page: string;
  readonly policy: string;
  readonly script: string;
}

/**
 * Loads the page and the script of the explorer with the first request: the package has 4 MB of script and an OpenAPI parser, a
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
  return { page: page.payload, policy: buildPolicy(page.payload), script: script.payload };
}

/**
 * Builds the content security policy: the script of the page, its inline scripts by their hash, and connections to this host
 * only.
 */
function buildPolicy(page: string): string {
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

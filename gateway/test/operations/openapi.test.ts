import { systemClock } from '@assay/chassis/clock';
import { createTokenSigner } from '@assay/chassis/tokens/internal-token';
import { createRuntime } from '@assay/chassis/process/runtime';
import { principalTokens } from '@assay/chassis/tokens/token-source';
import { createCallers } from '@assay/operations/adapter/callers';
import { resources } from '@assay/operations/resources/operations';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { configFrom } from '../../src/config.ts';
import { createLocalCounter } from '../../src/guard/counters/local-counter.ts';
import { createPrincipals } from '../../src/guard/principals.ts';
import type { RestApp } from '../../src/rest-app.ts';
import { gatewayEnvironment } from '../start-gateway.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
}

const runtime = createRuntime('gateway', { logLevel: 'silent' });
let app: RestApp;
let document: Document;

beforeAll(async () => {
  const config = configFrom(gatewayEnvironment(createTestPlatform(), '127.0.0.1:1'));
  const tokens = principalTokens(createTokenSigner(config.internalTokenKey, systemClock), systemClock);
  const callers = createCallers({ ...config, adapter: 'gateway' }, runtime, tokens);
  const principals = createPrincipals(callers.callRpc, systemClock, { cacheMs: 0 });
  const counter = createLocalCounter(systemClock);
  app = await buildApp(config, { runtime, callers, principals, counter, tokens, clock: systemClock });
  document = (await app.inject('/v2/openapi.json')).json();
});
afterAll(async () => {
  await app.close();
  await runtime.lifecycle.stop();
});

/** The routes that describe the API. */
const aboutTheApi = ['/v2/', '/v2/js/scalar.js', '/v2/openapi.json', '/v2/llms.txt', '/favicon.ico'];
/** The routes for browsers. */
const pages = [
  '/',
  '/v2/auth/callback',
  '/v2/desk',
  '/v2/desk/:version/*',
  '/v2/desk/report',
  '/v2/invitations/:invitationId/answer',
  '/v2/mcp/connect',
  '/v2/mcp/connect/:version/*',
  '/v2/pages/:name',
  '/v2/pages/work/:version/*',
  '/v2/work',
  '/v2/work/:jobId',
  '/v2/work/preview/:templateId/:surveyVersionId',
  '/v2/payments/mock/checkout/:checkoutToken',
];

describe('the OpenAPI document', () => {
  it('lists exactly the routes the gateway serves', () => {
    const served = [...app.served]
      .filter(([pattern]) => ![...aboutTheApi, ...pages].includes(pattern))
      .flatMap(([pattern, methods]) =>
        methods
          .filter((method) => method !== 'HEAD')
          .map((method) => `${method} ${pattern.replaceAll(/:(\w+)/gu, '{$1}')}`),
      );
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(served.sort());
    expect([...aboutTheApi, ...pages].every((pattern) => app.served.has(pattern))).toBe(true);
  });

  it('names each operation as its resource does, and no two the same', () => {
    const declared = resources.flatMap(({ operations }) => Object.keys(operations));
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(declared.sort());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is committed as openapi.json, so that a change of it can be read', async () => {
    await expect(`${JSON.stringify(document, undefined, 2)}\n`).toMatchFileSnapshot('../../openapi.json');
  });

  it('asks for nothing that has a default, and says what an upload must have', () => {
    expect(JSON.stringify(document)).not.toMatch(
      /"default":[^{}]*\},"in":"query","name":"\w+","required":true/u,
    );
    expect(document).toMatchObject({
      components: { parameters: { LimitQuery: { name: 'limit', required: false } } },
      paths: {
        '/v2/projects': {
          get: {
            parameters: expect.arrayContaining([{ $ref: '#/components/parameters/LimitQuery' }]) as unknown,
          },
        },
        '/v2/projects/{projectId}/files': {
          post: {
            requestBody: {
              content: { 'multipart/form-data': { schema: { required: ['file'] } } },
            },
          },
        },
      },
    });
  });
});

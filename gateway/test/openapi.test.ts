import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@assay/chassis/clock';
import { createTokenSigner } from '@assay/chassis/internal-token';
import { createRuntime } from '@assay/chassis/runtime';
import { principalTokens } from '@assay/chassis/token-source';
import { createTestPlatform } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { createClients } from '../src/clients.ts';
import { readGatewayConfig } from '../src/config.ts';
import { createPrincipals } from '../src/principals.ts';
import { createLocalCounter } from '../src/rate-counters.ts';
import type { RestApp } from '../src/rest-app.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId: string }>>>>;
}

const nobody = '127.0.0.1:1';
const runtime = createRuntime('gateway', { logLevel: 'silent' });
let app: RestApp;
let document: Document;

beforeAll(async () => {
  const config = readGatewayConfig({
    ...createTestPlatform().environment('gateway'),
    IDENTITY_ORG_ADDRESS: nobody,
    PROJECTS_FILES_ADDRESS: nobody,
    PROJECTS_FILES_UPLOAD_URL: `http://${nobody}`,
    VERIFICATION_ADDRESS: nobody,
    BILLING_ADDRESS: nobody,
  });
  const tokens = principalTokens(createTokenSigner(config.internalTokenKey, systemClock), systemClock);
  const clients = createClients(config, runtime, tokens);
  const principals = createPrincipals(clients.authentication, systemClock, 0);
  const counter = createLocalCounter(systemClock);
  app = await buildApp(config, { runtime, clients, principals, counter, tokens });
  document = (await app.inject('/v2/openapi.json')).json();
});
afterAll(async () => {
  await app.close();
  await runtime.lifecycle.stop();
});

/** What describes the API instead of being part of it. */
const aboutTheApi = ['/v2/', '/v2/js/scalar.js', '/v2/openapi.json', '/v2/llms.txt', '/favicon.ico'];
/** What is for people with a browser. */
const pages = [
  '/v2/auth/callback',
  '/v2/invitations/:invitationId/answer',
  '/v2/pages/:name',
  '/v2/payments/mock/checkout/:checkoutToken',
];

describe('the OpenAPI document', () => {
  it('lists exactly the routes the gateway serves', () => {
    const served = [...app.served]
      .filter(([pattern]) => !aboutTheApi.includes(pattern) && !pages.includes(pattern))
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

  it('names each operation as the file of its route is named', () => {
    const folder = join(import.meta.dirname, '../src/routes');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => /([\w-]+)\.ts$/u.exec(file)?.[1] ?? '')
      .map((name) => name.replaceAll(/-(\w)/gu, (_dash, letter: string) => letter.toUpperCase()));
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.filter((id) => !files.includes(id))).toEqual([]);
  });

  it('asks for nothing that has a default, and says what an upload must have', () => {
    expect(JSON.stringify(document.paths)).not.toMatch(
      /"default":[^{}]*\},"in":"query","name":"\w+","required":true/u,
    );
    expect(document).toMatchObject({
      paths: {
        '/v2/projects': {
          get: {
            parameters: expect.arrayContaining([
              expect.objectContaining({ name: 'limit', required: false }),
            ]) as unknown,
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

import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { apiKey, principal } from './credentials.ts';
import { startTestGateway } from './start-gateway.ts';
import type { TestGateway } from './start-gateway.ts';

/** Starts a gateway whose API key belongs to an admin of each organization that a request names. */
export async function startAdminGateway(): Promise<TestGateway> {
  const gateway = await startTestGateway();
  gateway.answer(AuthenticationServiceService.authenticateApiKey, (_call, { organizationId }) =>
    Promise.resolve({
      principal: {
        ...principal,
        role: 'ROLE_ADMIN',
        organizationId: organizationId === '' ? principal.organizationId : organizationId,
      },
    }),
  );
  return gateway;
}

/** A response; a JSON body is parsed. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Sends JSON, by default with the valid API key. */
export async function send(
  gateway: Pick<TestGateway, 'fetch'>,
  request: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = { 'x-api-key': apiKey },
): Promise<Answered> {
  const [method = '', path = ''] = request.split(' ');
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...headers, 'content-type': 'application/json' };
  }
  const response = await gateway.fetch(path, init);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

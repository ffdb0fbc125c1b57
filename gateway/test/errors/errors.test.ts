import { request } from 'node:http';
import { connect } from 'node:net';
import { DomainError } from '@assay/chassis/errors';
import type { ErrorStatus } from '@assay/chassis/errors';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.stop());

function failWith(error: Error): void {
  gateway.answer(BillingServiceService.getBalance, () => Promise.reject(error));
}

async function answer(path: string, init?: RequestInit) {
  const response = await gateway.fetch(path, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const json = { 'x-api-key': apiKey, 'content-type': 'application/json' };

describe('a failure of a service', () => {
  it.each<[ErrorStatus, string, number, string]>([
    ['INVALID_ARGUMENT', 'INVALID_FIELD', 400, 'VALIDATION_ERROR'],
    ['OUT_OF_RANGE', 'X', 400, 'VALIDATION_ERROR'],
    ['UNAUTHENTICATED', 'X', 401, 'UNAUTHORIZED'],
    ['FAILED_PRECONDITION', 'INSUFFICIENT_BALANCE', 402, 'PAYMENT_REQUIRED'],
    ['PERMISSION_DENIED', 'FORBIDDEN', 403, 'FORBIDDEN'],
    ['PERMISSION_DENIED', 'MODULE_NOT_ENABLED', 403, 'MODULE_NOT_ENABLED'],
    ['NOT_FOUND', 'FILE_NOT_FOUND', 404, 'NOT_FOUND'],
    ['ALREADY_EXISTS', 'X', 409, 'CONFLICT'],
    ['ABORTED', 'X', 409, 'CONFLICT'],
    ['FAILED_PRECONDITION', 'X', 409, 'INVALID_STATE'],
    ['FAILED_PRECONDITION', 'ENRICHMENT_UNFINISHED', 409, 'INVALID_STATE'],
    ['FAILED_PRECONDITION', 'PIPELINE_UNAVAILABLE', 409, 'INVALID_STATE'],
    ['FAILED_PRECONDITION', 'RUN_NOT_COMPLETED', 409, 'INVALID_STATE'],
    ['INVALID_ARGUMENT', 'PAYLOAD_TOO_LARGE', 413, 'PAYLOAD_TOO_LARGE'],
    ['INVALID_ARGUMENT', 'UNSUPPORTED_MEDIA_TYPE', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['INVALID_ARGUMENT', 'UNPROCESSABLE_FILE', 422, 'UNPROCESSABLE_ENTITY'],
    ['FAILED_PRECONDITION', 'ENRICHMENT_INCOMPLETE', 422, 'UNPROCESSABLE_ENTITY'],
    ['FAILED_PRECONDITION', 'FILES_UNSUITABLE', 422, 'UNPROCESSABLE_ENTITY'],
    ['FAILED_PRECONDITION', 'CONTEXT_KEY_MISSING', 422, 'UNPROCESSABLE_ENTITY'],
  ])('%s %s becomes %i %s with its message and details', async (status, reason, httpStatus, code) => {
    failWith(new DomainError(status, reason, 'said so', { details: { field: 'x', list: [1] } }));
    const { headers, ...rest } = await answer('/v2/transactions/balance');
    expect(rest).toEqual({
      status: httpStatus,
      body: {
        error: {
          code,
          message: 'said so',
          details: { field: 'x', list: [1] },
          requestId: headers.get('x-request-id'),
        },
      },
    });
  });

  it.each<ErrorStatus>(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'RESOURCE_EXHAUSTED', 'CANCELLED'])(
    '%s becomes 503 with Retry-After and nothing of its own',
    async (status) => {
      failWith(new DomainError(status, 'X', 'mongodb is on fire', { details: { host: 'db' } }));
      const { headers, ...rest } = await answer('/v2/transactions/balance');
      const message = 'The service is temporarily unavailable. Try again after the seconds in `Retry-After`.';
      const requestId = headers.get('x-request-id');
      expect(rest).toEqual({
        status: 503,
        body: { error: { code: 'SERVICE_UNAVAILABLE', message, requestId } },
      });
      expect(headers.get('retry-after')).toBe('1');
    },
  );

  it.each([
    new DomainError('INTERNAL', 'X', 'secret', { details: { secret: true } }),
    new DomainError('UNIMPLEMENTED', 'X', 'secret'),
    new Error('secret'),
  ])('that is a fault becomes 500 with nothing but a request id', async (error) => {
    failWith(error);
    const { headers, ...rest } = await answer('/v2/transactions/balance');
    const requestId = headers.get('x-request-id');
    expect(rest).toEqual({
      status: 500,
      body: {
        error: {
          code: 'INTERNAL_ERROR',
          message: 'Internal server error. Report the request id if the error persists.',
          requestId,
        },
      },
    });
  });
});

describe('a request that is wrong in itself', () => {
  it.each([
    ['an unknown field', { name: 'x', organizationId: 'mine' }, 'VALIDATION_ERROR', 'organizationId'],
    ['a missing field', {}, 'BAD_REQUEST', 'name'],
    ['a wrong type', { name: 7 }, 'VALIDATION_ERROR', 'name'],
    ['a number as text', { name: 'x', description: 7 }, 'VALIDATION_ERROR', 'description'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'VALIDATION_ERROR', 'name'],
    ['a value outside its set', { name: 'x', type: 'secret' }, 'VALIDATION_ERROR', 'type'],
  ])('with %s is told the field', async (_name, body, code, field) => {
    const init = { method: 'POST', headers: json, body: JSON.stringify(body) };
    expect(await answer('/v2/projects', init)).toMatchObject({
      status: 400,
      body: { error: { code, details: { field } } },
    });
  });

  it('says in words which text is accepted', async () => {
    const init = { method: 'POST', headers: json, body: JSON.stringify({ name: ' ' }) };
    expect(await answer('/v2/projects', init)).toMatchObject({
      body: { error: { message: 'name must not be blank or contain the character U+0000' } },
    });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=2147483648', 'offset'],
    ['cursor=&offset=3', 'offset'],
    ['offset=0&cursor=x', 'offset'],
    [`cursor=${'x'.repeat(201)}`, 'cursor'],
    ['type=other', 'type'],
  ])('with the query %s is told the field', async (query, field) => {
    expect(await answer(`/v2/projects?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { field } } },
    });
  });

  it.each([
    ['no JSON', '{', 400, 'BAD_REQUEST'],
    ['an empty body', '', 400, 'BAD_REQUEST'],
    ['a poisoned prototype', '{"name":"x","__proto__":{"a":1}}', 400, 'BAD_REQUEST'],
    ['a body over a mebibyte', JSON.stringify({ name: 'x'.repeat(1_100_000) }), 413, 'PAYLOAD_TOO_LARGE'],
    ['an array', '[]', 400, 'BAD_REQUEST'],
  ])('with %s is refused', async (_name, body, status, code) => {
    const response = await answer('/v2/projects', { method: 'POST', headers: json, body });
    expect(response).toMatchObject({ status, body: { error: { code } } });
  });

  it('with a body of another type is refused with 415', async () => {
    const headers = { ...json, 'content-type': 'text/plain' };
    expect(await answer('/v2/projects', { method: 'POST', headers, body: 'x' })).toMatchObject({
      status: 415,
      body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
    });
  });

  it('at an unknown address is 404, with another method 405 with the methods there are', async () => {
    expect(await answer('/v2/nothing')).toMatchObject({
      status: 404,
      body: { error: { code: 'NOT_FOUND' } },
    });
    expect(await answer('/v2/%ff')).toMatchObject({ status: 404 });
    const { status, headers, body } = await answer('/v2/projects/abc/dossier', { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(body).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } });
  });

  it.each(['TRACE', 'PROPFIND', 'QUERY'])('with the method %s is 405 in the same shape', async (method) => {
    const { hostname, port } = new URL(gateway.baseUrl);
    const text = await new Promise<string>((resolve, reject) => {
      const sent = request({ hostname, port, path: '/v2/projects', method }, (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += chunk.toString()));
        response.on('end', () => {
          resolve(`${response.statusCode ?? 0} ${body}`);
        });
      });
      sent.on('error', reject).end();
    });
    expect(text).toMatch(/^405 \{"error":\{"code":"METHOD_NOT_ALLOWED"/u);
  });

  it('that is no HTTP at all gets the same shape of error', async () => {
    const { hostname, port } = new URL(gateway.baseUrl);
    const text = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(port), hostname, () => socket.write('NONSENSE\r\n\r\n'));
      socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
      socket.on('error', reject).on('close', () => {
        resolve(received);
      });
    });
    expect(text).toMatch(/^HTTP\/1.1 400 [\s\S]*\{"error":\{"code":"BAD_REQUEST"/u);
  });
});

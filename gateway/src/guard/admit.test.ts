import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { admit } from './auth.ts';
import type { Authentication } from './auth.ts';

const call = { actor: { kind: 'anonymous' }, organizationId: '', requestId: 'r' } as const;
const unauthorized = 'The credential is missing or not valid';
const guest = { guestId: 'guest', jobId: 'job', organizationId: 'organization', expiresAt: undefined };

/** Creates the parts of a request that `admit` reads. */
function createRequest(config: object, authentication: Authentication): FastifyRequest {
  const parts = { authentication, call, headers: {}, params: {}, routeOptions: { config } };
  return parts as unknown as FastifyRequest;
}

it('admits a request without a credential where it is optional, and no credential that is not valid', () => {
  const optional = { guests: true, credentialOptional: true };
  const request = createRequest(optional, { kind: 'anonymous' });
  admit(request);
  expect(request.call).toEqual(call);
  expect(() => {
    admit(createRequest(optional, { kind: 'refused' }));
  }).toThrow(unauthorized);
  expect(() => {
    admit(createRequest({ guests: true }, { kind: 'anonymous' }));
  }).toThrow(unauthorized);
});

it('admits a guest only where the route names guests, with one actor for each cached guest', () => {
  const requests = [1, 2].map(() => createRequest({ guests: true }, { kind: 'guest', guest }));
  for (const request of requests) admit(request);
  const [first, second] = requests;
  expect(first?.call).toMatchObject({
    organizationId: 'organization',
    actor: { kind: 'guest', guestId: 'guest', jobId: 'job' },
  });
  expect(second?.call.actor).toBe(first?.call.actor);
  expect(() => {
    admit(createRequest({ credentialOptional: true }, { kind: 'guest', guest }));
  }).toThrow(unauthorized);
});

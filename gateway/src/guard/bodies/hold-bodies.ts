import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBodyMemory } from '@assay/chassis/http/body-memory';
import type { BodyMemory, BodyOwner } from '@assay/chassis/http/body-memory';
import { toNetwork } from '@assay/chassis/http/client-network';
import type { Config } from '../../config.ts';
import type { RestApp } from '../../rest-app.ts';
import { failBody } from './body-deadline.ts';

type HoldConfig = Pick<Config, 'bodyBytes' | 'bodyBytesPerOrganization' | 'bodyBytesPerClient'>;

/**
 * Limits the memory for bodies of each client, of each organization and of the process. A body that arrived with its headers, as most
 * do, is not counted. The memory of a body is released with the response.
 */
export function holdBodies(app: RestApp, config: HoldConfig): void {
  const memory = createBodyMemory({
    total: config.bodyBytes,
    perOrganization: config.bodyBytesPerOrganization,
    perOwner: config.bodyBytesPerClient,
  });
  app.addHook('preParsing', (request, reply, _payload, done) => {
    try {
      if (isHeld(request)) hold(memory, request, reply);
      done();
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Returns true for a body that still arrives and that the route reads as a whole. The parser refuses a body that is too large. */
function isHeld({ bodyDeadline, raw, routeOptions }: FastifyRequest): boolean {
  if (bodyDeadline === undefined || raw.complete || routeOptions.config.streamsBody === true) return false;
  return readLength(raw.headers) <= routeOptions.bodyLimit;
}

function hold(memory: BodyMemory, request: FastifyRequest, { raw: response }: FastifyReply): void {
  const { raw } = request;
  const body = memory.open(findOwner(request), readLength(raw.headers), (error) => {
    failBody(raw, error);
  });
  raw.on('data', (chunk: Buffer) => {
    body.add(chunk.byteLength);
  });
  raw.once('end', body.keep);
  response.once('close', body.release);
  if (response.closed) body.release();
}

/** Returns the announced length; 0 for a body that is sent in chunks. */
function readLength(headers: FastifyRequest['headers']): number {
  return Number(headers['content-length'] ?? 0);
}

/** Anyone can become a guest, so that guests count by their address and not in the organization of their job. */
function findOwner({ authentication, ip }: FastifyRequest): BodyOwner {
  if (authentication.kind !== 'principal') return { owner: toNetwork(ip) };
  const { credentialId: owner, organizationId } = authentication.principal;
  return organizationId === '' ? { owner } : { owner, organization: organizationId };
}

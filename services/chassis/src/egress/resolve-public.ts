import { isIP } from 'node:net';
import type { AddressResolver, ResolvedAddresses } from './address-resolver.ts';
import { checkDestination, checkUrl, readDestination } from './check-url.ts';
import type { CheckedUrl, Destination, EgressPolicy } from './check-url.ts';
import { EgressError } from './egress-error.ts';
import { isPublicAddress } from './public-address.ts';

export interface ResolveDeps {
  readonly policy: EgressPolicy;
  readonly resolver: AddressResolver;
}

/** The one address of a destination that a connection uses. */
export interface PinnedAddress {
  readonly address: string;
  /** The time for which the DNS servers allow to keep the address. An address that needed no resolution never changes. */
  readonly ttlSeconds: number;
}

/**
 * Checks a destination, resolves its name and returns one address. All addresses of the name must be public, since another client may
 * choose another one. Throws an EgressError when the destination is refused or has no address.
 */
export async function resolvePublic(deps: ResolveDeps, destination: Destination): Promise<PinnedAddress> {
  const { hostname, port } = destination;
  const refusal = checkDestination(deps.policy, destination);
  if (refusal !== undefined) throw new EgressError(refusal);
  if (isIP(hostname) !== 0) return { address: hostname, ttlSeconds: Infinity };
  const { addresses, ttlSeconds } = await resolveName(deps, hostname);
  const isRefused = (ip: string): boolean => !isPublicAddress(ip) && !deps.policy.allowed.allows(ip, port);
  if (addresses.some(isRefused)) throw new EgressError('not_public');
  // Many networks have no route for IPv6.
  const address = addresses.find((ip) => isIP(ip) === 4) ?? addresses[0];
  if (address === undefined) throw new EgressError('unresolvable');
  return { address, ttlSeconds };
}

/** Checks a URL and, if its name resolves, all addresses of it. A name that does not resolve yet is accepted: each connection checks again. */
export async function checkUrlAndAddresses(deps: ResolveDeps, text: string): Promise<CheckedUrl> {
  const checked = checkUrl(deps.policy, text);
  if ('refusal' in checked) return checked;
  try {
    await resolvePublic(deps, readDestination(checked.url));
    return checked;
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return error.reason === 'unresolvable' ? checked : { refusal: error.reason };
  }
}

async function resolveName({ resolver }: ResolveDeps, hostname: string): Promise<ResolvedAddresses> {
  try {
    return await resolver.resolve(hostname);
  } catch (cause) {
    throw new EgressError('unresolvable', { cause });
  }
}

import { Resolver } from 'node:dns/promises';

export interface ResolvedAddresses {
  /** All addresses of the name; never empty. */
  readonly addresses: readonly string[];
  /** The shortest time to live of the records. */
  readonly ttlSeconds: number;
}

/** Resolves host names. Tests replace it by one with a DNS server of their own. */
export interface AddressResolver {
  /** Rejects when the name has no address. */
  resolve(hostname: string): Promise<ResolvedAddresses>;
}

export interface ResolverOptions {
  /** `address:port` of the DNS servers. Without it, those of the system. */
  readonly servers?: readonly string[];
  /** The time limit of the first query to a server. */
  readonly timeoutMs: number;
  readonly tries: number;
}

/**
 * Resolves names at DNS servers. The hosts file and the search domains of the system do not apply, since they lead to names within the
 * cluster.
 */
export function createDnsResolver({ servers, timeoutMs, tries }: ResolverOptions): AddressResolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    async resolve(hostname) {
      const found = await Promise.allSettled([
        resolver.resolve4(hostname, { ttl: true }),
        resolver.resolve6(hostname, { ttl: true }),
      ]);
      // Many names have records of one family only, and some servers fail for the other.
      const records = found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
      if (records.length === 0) throw found.find(isRejected)?.reason ?? new Error('no addresses');
      return {
        addresses: records.map(({ address }) => address),
        ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)),
      };
    },
  };
}

function isRejected(result: PromiseSettledResult<unknown>): result is PromiseRejectedResult {
  return result.status === 'rejected';
}

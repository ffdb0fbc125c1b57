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
  /** The limit for all queries of one name. */
  readonly timeoutMs: number;
}

/**
 * Resolves names at DNS servers. The hosts file and the search domains of the system do not apply, since they lead to names within the
 * cluster.
 */
export function createDnsResolver({ servers, timeoutMs }: ResolverOptions): AddressResolver {
  // The second try takes twice as long as the first.
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return {
    async resolve(hostname) {
      const late = createDeadline(timeoutMs);
      const queries = [
        resolver.resolve4(hostname, { ttl: true }),
        resolver.resolve6(hostname, { ttl: true }),
      ];
      const found = await Promise.race([Promise.allSettled(queries), late.promise]).finally(late.clear);
      // Many names have records of one family only, and some servers fail for the other.
      const records = found.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
      if (records.length === 0)
        throw found.find(isRejected)?.reason ?? new Error('The name has no addresses.');
      return {
        addresses: records.map(({ address }) => address),
        ttlSeconds: Math.min(...records.map(({ ttl }) => ttl)),
      };
    },
  };
}

/** Rejects after a time. With several servers, the queries alone could take longer. */
function createDeadline(ms: number): { readonly promise: Promise<never>; readonly clear: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('The DNS servers did not answer in time.'));
  }, ms);
  return {
    promise,
    clear() {
      clearTimeout(timer);
    },
  };
}

function isRejected(result: PromiseSettledResult<unknown>): result is PromiseRejectedResult {
  return result.status === 'rejected';
}

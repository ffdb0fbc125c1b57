import { BlockList, isIP } from 'node:net';

/** Returns true when an address belongs to a trusted proxy. */
export type IsProxy = (address: string) => boolean;

/**
 * Parses a list of proxies. Throws an Error that names the first entry that is not valid.
 * @param listed addresses and networks such as `10.0.0.0/8`, separated by commas
 */
export function parseTrustedProxies(listed: string): IsProxy {
  const proxies = new BlockList();
  for (const network of listed.split(',').map((part) => part.trim())) {
    const [address = '', prefix] = network.split('/');
    const family = findFamily(address);
    const length = Number(prefix ?? (family === 'ipv4' ? 32 : 128));
    if (family === undefined || !/^\d*$/u.test(prefix ?? '') || length > (family === 'ipv4' ? 32 : 128)) {
      throw new Error(`must be IP addresses or networks, separated by commas; ${network} is not valid`);
    }
    proxies.addSubnet(address, length, family);
  }
  return (address) => {
    const family = findFamily(address);
    return family !== undefined && proxies.check(address, family);
  };
}

function findFamily(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

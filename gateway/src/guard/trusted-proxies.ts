import { BlockList, isIP } from 'node:net';

/** Whether an address is one of the proxies that stand before the gateway. */
export type IsProxy = (address: string) => boolean;

/** @param listed addresses and networks such as `10.0.0.0/8`, separated by commas. Throws an Error that names a wrong one. */
export function parseTrustedProxies(listed: string): IsProxy {
  const proxies = new BlockList();
  for (const network of listed.split(',').map((part) => part.trim())) {
    const [address = '', prefix] = network.split('/');
    const family = findFamily(address);
    const length = Number(prefix ?? (family === 'ipv4' ? 32 : 128));
    if (family === undefined || !/^\d*$/u.test(prefix ?? '') || length > (family === 'ipv4' ? 32 : 128)) {
      throw new Error(`must be addresses or networks separated by commas; ${network} is neither`);
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

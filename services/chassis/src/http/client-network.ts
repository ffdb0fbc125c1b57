import ipaddr from 'ipaddr.js';
import type { IPv6 } from 'ipaddr.js';

const prefixLength = 64;

/**
 * Returns an IPv4 address unchanged and the /64 network of an IPv6 address, which belongs to one customer. Converts IPv4-mapped
 * addresses to IPv4.
 */
export function toNetwork(ip: string): string {
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${(address as IPv6).toString()}/${prefixLength}`).toString();
}

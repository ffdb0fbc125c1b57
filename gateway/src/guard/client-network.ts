import ipaddr from 'ipaddr.js';
import type { IPv6 } from 'ipaddr.js';

const prefixLength = 64;

/** One IPv4 address, or the IPv6 network a customer gets as a whole; an IPv4 address written as IPv6 is the same one. */
export function toNetwork(ip: string): string {
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${(address as IPv6).toString()}/${prefixLength}`).toString();
}

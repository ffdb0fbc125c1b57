import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The addresses that IANA assigns for global unicast (RFC 4291). ipaddr.js calls many of the others `unicast`, such as `::7f00:1`. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns true for an address in the public internet. Private, loopback, link-local, shared, reserved and multicast addresses are not
 * public, nor are IPv6 addresses that contain an IPv4 address: mapped, compatible, NAT64, 6to4 and Teredo.
 */
export function isPublicAddress(ip: string): boolean {
  // ipaddr.js also parses octal and short forms, and isIP accepts zones.
  if (isIP(ip) === 0 || ip.includes('%')) return false;
  const address = ipaddr.parse(ip);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(globalUnicast);
}

/** Returns the only spelling of an address that this module compares, such as `::1` for `0:0:0:0:0:0:0:1`. */
export function normalizeAddress(ip: string): string {
  return ipaddr.parse(ip).toString();
}

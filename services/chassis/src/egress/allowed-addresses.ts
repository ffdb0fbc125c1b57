import { isIP } from 'node:net';
import { setting } from '../config.ts';
import type { About, Setting } from '../config.ts';
import { normalizeAddress } from './public-address.ts';

/** Addresses that an operator allows although they are not public, each with one port. */
export interface AllowedAddresses {
  allows(ip: string, port: number): boolean;
}

const entryPattern = /^(?:\[(?<ipv6>[^\]]+)\]|(?<ipv4>[^:]+)):(?<port>\d{1,5})$/u;

/** A comma-separated list such as `127.0.0.1:9443,[::1]:9443`. Names are not valid, since the address of a name can change. */
export function addressList(variable: string, about: About<readonly string[]>): Setting<readonly string[]> {
  return setting<readonly string[]>(variable, {
    ...about,
    form: { type: 'array', items: { type: 'string', minLength: 1 } },
    parse(raw) {
      const entries = raw.split(',').map((entry) => entry.trim());
      allowAddresses(entries);
      return entries;
    },
  });
}

/** Collects the entries of an `addressList`. Throws an Error when an entry is not an address with a port. */
export function allowAddresses(entries: readonly string[]): AllowedAddresses {
  const allowed = new Set(entries.map(normalizeEntry));
  return { allows: (ip, port) => isIP(ip) !== 0 && allowed.has(toKey(ip, port)) };
}

function normalizeEntry(entry: string): string {
  const { ipv4 = '', ipv6 = '', port = '' } = entryPattern.exec(entry)?.groups ?? {};
  const isValid = (isIP(ipv4) === 4 || isIP(ipv6) === 6) && Number(port) > 0 && Number(port) < 65_536;
  if (!isValid) throw new Error('must be addresses with a port, such as 127.0.0.1:9443 or [::1]:9443');
  return toKey(ipv4 === '' ? ipv6 : ipv4, Number(port));
}

function toKey(ip: string, port: number): string {
  return `${normalizeAddress(ip)} ${port}`;
}

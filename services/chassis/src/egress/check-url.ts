import { isIP } from 'node:net';
import type { AllowedAddresses } from './allowed-addresses.ts';
import type { UrlRefusal } from './egress-error.ts';
import { isPublicAddress } from './public-address.ts';

/** The destinations that a process may send requests to. */
export interface EgressPolicy {
  /** `https:`, and `http:` where plain text is allowed. */
  readonly protocols: readonly string[];
  readonly allowsPort: (port: number) => boolean;
  readonly allowed: AllowedAddresses;
}

export interface Destination {
  readonly hostname: string;
  readonly port: number;
}

export type CheckedUrl = { readonly url: URL } | { readonly refusal: UrlRefusal };

const maxLength = 2_048;
/** Characters that the parser of URLs drops or replaces; other software may read the same text as another host. */
const ambiguous = /[\s\\\p{Cc}]/u;
const authorityPattern = /^[a-z][a-z\d+.-]*:\/\/(?<authority>[^/?#]+)/iu;
const label = /^(?!-)[a-z\d_-]{1,63}(?<!-)$/u;
const maxNameLength = 253;
const reservedNames = /(?:^|\.)(?:localhost|local|internal|lan|localdomain|home\.arpa|test|invalid|onion)$/u;

/** The policy for receivers of signed requests: TLS, on port 443 or a port that needs no privileges. */
export function httpsPolicy(allowed: AllowedAddresses): EgressPolicy {
  return { protocols: ['https:'], allowsPort: (port) => port === 443 || port >= 1_024, allowed };
}

/**
 * Checks the text of a URL without resolving its name. The URL in the result is normalized: lower case, no percent-encoding and no
 * trailing dot in the host. An address in any other spelling (decimal, octal, hexadecimal, short, full-width) was converted before
 * it is checked.
 */
export function checkUrl(policy: EgressPolicy, text: string): CheckedUrl {
  const url = text.length > maxLength || ambiguous.test(text) ? null : URL.parse(text);
  if (url === null) return { refusal: 'malformed' };
  if (!policy.protocols.includes(url.protocol)) return { refusal: 'not_https' };
  const authority = authorityPattern.exec(text)?.groups?.['authority'];
  if (authority === undefined) return { refusal: 'malformed' };
  // The parser drops empty credentials, so they are only visible in the text.
  if (authority.includes('@')) return { refusal: 'credentials' };
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const refusal = checkDestination(policy, readDestination(url));
  return refusal === undefined ? { url } : { refusal };
}

/** Formats a checked URL as a request is sent to it: without the fragment, which stays with the client. */
export function formatRequestUrl({ origin, pathname, search }: URL): string {
  return origin + pathname + search;
}

/** Reads the host without brackets, and the port with the default of the scheme. */
export function readDestination(url: URL): Destination {
  return {
    hostname: url.hostname.replace(/^\[(?<address>.*)\]$/u, '$<address>'),
    port: url.port === '' ? defaultPort(url.protocol) : Number(url.port),
  };
}

export function defaultPort(protocol: string): number {
  return protocol === 'https:' ? 443 : 80;
}

/** Checks the port and a host in the normalized form of a URL. An address is checked completely, a name without resolving it. */
export function checkDestination(policy: EgressPolicy, destination: Destination): UrlRefusal | undefined {
  const { hostname, port } = destination;
  if (policy.allowed.allows(hostname, port)) return undefined;
  if (!policy.allowsPort(port)) return 'port';
  if (isIP(hostname) !== 0) return isPublicAddress(hostname) ? undefined : 'not_public';
  const labels = hostname.split('.');
  if (hostname.length > maxNameLength || !labels.every((part) => label.test(part))) return 'malformed';
  return labels.length === 1 || reservedNames.test(hostname) ? 'reserved_name' : undefined;
}

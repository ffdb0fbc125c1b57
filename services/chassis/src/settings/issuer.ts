import { setting } from '../config.ts';

/** The setting of identity-org, where people sign in, and of the gateway, which names the issuer to MCP clients. */
export const oidcIssuer = setting('OIDC_ISSUER', {
  about:
    'The OpenID Connect issuer at which people sign in: an https address, or an http address of this machine.',
  form: { type: 'string', pattern: '^https?://.+$' },
  parse: parseSafeAddress,
});

function parseSafeAddress(raw: string): string {
  if (!isSafeAddress(raw)) throw new Error('must be an https address, or an http address of this machine');
  return raw;
}

/** Returns true if requests to an address cannot be read or changed on their way: it has TLS, or is on this machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { guestToken } from '@assay/proto/guests';

/** The credential of a request. */
export interface Credential {
  /** `guest`: a bearer token whose prefix is that of the guests of crowd jobs. */
  readonly kind: 'api-key' | 'bearer' | 'session' | 'guest';
  /** The plaintext. For API keys, sessions and guests, only the hash leaves the process. */
  readonly secret: string;
  /** SHA-256 of the plaintext, lower-case hex. */
  readonly sha256: string;
}

const maxLength = 8_192;
/** RFC 6750, section 2.1. */
const bearer = /^bearer +([\w.~+/-]+=*)$/iu;

/** The prefix of API keys. Clients that send only `Authorization: Bearer` send their key there. */
const apiKeyPrefix = 'assay_';

/**
 * Returns the one credential of a request, or undefined. Two at once are `malformed`, as is a value that cannot be a credential. The
 * same API key in both headers is one credential.
 * An empty header counts as absent: API explorers send one for a scheme that is selected and not filled in.
 * @param session the session cookie's value
 */
export function readCredential(
  { headers, headersDistinct }: Pick<IncomingMessage, 'headers' | 'headersDistinct'>,
  session: string | undefined,
): Credential | 'malformed' | undefined {
  const [apiKey, authorization] = [headers['x-api-key'], headers.authorization].map((value) =>
    value === '' ? undefined : value,
  );
  const present = [apiKey, authorization, session].filter((value) => value !== undefined);
  if (present.length === 0) return undefined;
  // Node.js drops repeated Authorization headers from `headers`.
  if (authorization !== undefined && headersDistinct['authorization']?.length !== 1) return 'malformed';
  const token = authorization === undefined ? '' : (bearer.exec(String(authorization))?.[1] ?? '');
  const isTwice = session === undefined && apiKey === token && token.startsWith(apiKeyPrefix);
  if (present.length > 1 && !isTwice) return 'malformed';
  if (apiKey !== undefined) return createCredential('api-key', String(apiKey));
  if (session !== undefined) return createCredential('session', session);
  if (token.startsWith(guestToken.prefix))
    return guestToken.pattern.test(token) ? createCredential('guest', token) : 'malformed';
  return createCredential(token.startsWith(apiKeyPrefix) ? 'api-key' : 'bearer', token);
}

function createCredential(kind: Credential['kind'], secret: string): Credential | 'malformed' {
  if (secret === '' || secret.length > maxLength) return 'malformed';
  return { kind, secret, sha256: hash('sha256', secret, 'hex') };
}

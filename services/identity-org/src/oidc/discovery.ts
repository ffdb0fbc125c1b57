import { DomainError } from '@assay/chassis/errors';
import {
  ClientSecretBasic,
  None,
  allowInsecureRequests,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { Configuration } from 'openid-client';

export interface IssuerOptions {
  /** The issuer identifier, an `https:` address; `http:` on this machine alone. */
  readonly issuer: string;
  /** The other origins at which it may have its endpoints and keys. */
  readonly endpointOrigins: readonly string[];
  readonly clientId: string;
  /** Undefined: a public client. */
  readonly clientSecret: string | undefined;
  /** The audience access tokens must have; undefined: no access token of the issuer is accepted. */
  readonly audience: string | undefined;
}

/** Every request to the issuer is made by it. */
export type FetchFromIssuer = (url: string, init: RequestInit) => Promise<Response>;

export const issuerTimeoutMs = 5_000;

/** Fetches the issuer's metadata when they are first needed and keeps them. */
export function createDiscovery(
  options: IssuerOptions,
  request: FetchFromIssuer,
): () => Promise<Configuration> {
  let known: Promise<Configuration> | undefined;
  return () => {
    known ??= discover(options, request).catch((cause: unknown) => {
      known = undefined;
      throw issuerUnavailable(cause);
    });
    return known;
  };
}

function discover(
  { issuer, clientId, clientSecret }: IssuerOptions,
  request: FetchFromIssuer,
): Promise<Configuration> {
  const server = new URL(issuer);
  const authentication = clientSecret === undefined ? None() : ClientSecretBasic(clientSecret);
  const execute = [
    // The ID token's signature is checked although it comes straight from the issuer.
    enableNonRepudiationChecks,
    // The function is deprecated as a warning; the configuration allows it on loopback addresses alone.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
  ];
  const timeout = issuerTimeoutMs / 1_000;
  return discovery(server, clientId, undefined, authentication, {
    execute,
    timeout,
    [customFetch]: (url, { body = null, ...init }) => request(url, { ...init, body }),
  });
}

export function issuerUnavailable(cause: unknown): DomainError {
  return new DomainError(
    'UNAVAILABLE',
    'ISSUER_UNAVAILABLE',
    'The sign-in service does not answer. Try again in a few seconds.',
    {
      cause,
    },
  );
}

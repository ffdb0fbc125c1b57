import { DomainError, invalidField, unauthenticated } from '@assay/chassis/errors';
import { CredentialKind } from '@assay/proto/access/v1/access';
import { hashApiKeySecret } from '../api-key/api-key-secret.ts';
import type { LineagePermissions } from '../api-key/lineage.ts';
import { authenticateApiKey } from '../authentication/authenticate-api-key.ts';
import type { Deps } from '../../deps.ts';

export interface ExchangeInput {
  /** The plaintext. */
  readonly apiKey: string;
  /** Empty: resolvePrincipal chooses. */
  readonly organizationId: string;
  /** Empty: every service that people may call. */
  readonly audiences: readonly string[];
}

export interface IssuedToken {
  readonly accessToken: string;
  readonly expiresAt: Date;
}

/**
 * A token that stands for the key's principal, for fifteen minutes or until the key expires. Errors as in
 * authenticateApiKey; PERMISSION_DENIED for a key that allows only some tools, INVALID_ARGUMENT for an audience that people may not call.
 */
export async function exchangeApiKey(
  deps: Pick<Deps, 'apiKeys' | 'audiences' | 'clock' | 'organizations' | 'signer' | 'users'>,
  { apiKey, organizationId, audiences: asked }: ExchangeInput,
): Promise<IssuedToken> {
  const presented = { keySha256: hashApiKeySecret(apiKey), organizationId };
  // What changes while the principal is looked up has changed since.
  const now = deps.clock.now();
  const principal = await authenticateApiKey(deps, presented);
  refuseToolLimited(principal);
  const audiences = chosenAudiences(deps.audiences, asked);
  const expiresAt = tokenExpiry(principal.expiresAt, now);
  const lifetimeSeconds = (expiresAt.getTime() - Math.floor(now.getTime() / 1000) * 1000) / 1000;
  if (lifetimeSeconds < 1) throw unauthenticated();
  const { userId, role, credentialId, modules, spendLimit, inheritedSpendLimits } = principal;
  const limits = { credentialKind: CredentialKind.KEY_TOKEN, spendLimit, inheritedSpendLimits };
  const actor = { kind: 'user', userId, role, credentialId, modules, ...limits } as const;
  const accessToken = await deps.signer.sign(
    { actor, organizationId: principal.organizationId },
    lifetimeSeconds,
    { audiences, issuedAt: now },
  );
  return { accessToken, expiresAt };
}

function chosenAudiences<Name extends string>(
  known: readonly Name[],
  asked: readonly string[],
): readonly Name[] {
  const unknown = asked.find((name) => !known.some((service) => service === name));
  if (unknown !== undefined)
    throw invalidField('audiences', `${unknown} accepts no tokens of users. Choose of ${known.join(', ')}`);
  return asked.length === 0 ? known : known.filter((name) => asked.includes(name));
}

/** Services do not know tools, so a token of a key that allows only some of them would open all rpcs. Throws PERMISSION_DENIED. */
export function refuseToolLimited({ allowedTools }: Pick<LineagePermissions, 'allowedTools'>): void {
  if (allowedTools === undefined) return;
  throw new DomainError(
    'PERMISSION_DENIED',
    'FORBIDDEN',
    'A key that allows only some tools cannot be exchanged for a token. Send the key itself.',
  );
}

const maxLifetimeMs = 900_000;

/** The end of a token that stands for a key, to the second: in fifteen minutes, or with the key. */
export function tokenExpiry(keyExpiresAt: Date | undefined, now: Date): Date {
  const latestMs = Math.min(now.getTime() + maxLifetimeMs, keyExpiresAt?.getTime() ?? Infinity);
  return new Date(Math.floor(latestMs / 1000) * 1000);
}

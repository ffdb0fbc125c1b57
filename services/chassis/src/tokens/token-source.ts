import type { ServiceName } from '@assay/proto/processes';
import type { Actor, OutgoingCall } from '../call-context.ts';
import type { Clock } from '../clock.ts';
import type { Identity } from './claims.ts';
import type { TokenSigner } from './internal-token.ts';

export interface TokenSource {
  /** The internal token to send to a service with a call; undefined where the rpc needs none. */
  forCall(call: OutgoingCall, audience: Audience): Promise<string | undefined>;
  /** The token with which the process says to a service who it is. */
  own(audience: Audience): Promise<string>;
}

/** The one service that is to take a token; undefined: any of them. */
export type Audience = ServiceName | undefined;

const lifetimeSeconds = 120;
const reuseMs = 60_000;
/** Tokens of all actors; then all are forgotten. */
const maxRemembered = 10_000;

/** Tokens in which a process speaks for itself, in the organization of the call; signed once a minute per organization. */
export function serviceTokens(service: string, signer: TokenSigner, clock: Clock): TokenSource {
  const sign = cacheTokens(signer, clock);
  const actor = { kind: 'service', service } as const;
  const forOrganization = (organizationId: string, audience: Audience): Promise<string> =>
    sign({ actor, organizationId }, audience);
  return {
    forCall: ({ organizationId }, audience) => forOrganization(organizationId, audience),
    own: (audience) => forOrganization('', audience),
  };
}

/** Tokens that pass on whom the gateway has authenticated; anonymous calls get none. */
export function principalTokens(signer: TokenSigner, clock: Clock): TokenSource {
  const sign = cacheTokens(signer, clock);
  return {
    forCall: ({ actor, organizationId }, audience) =>
      actor.kind === 'anonymous' ? Promise.resolve(undefined) : sign({ actor, organizationId }, audience),
    own: (audience) =>
      sign({ actor: { kind: 'service', service: signer.process }, organizationId: '' }, audience),
  };
}

/** By audience and organization. */
type Tokens = Map<string, { readonly token: Promise<string>; readonly signedAtMs: number }>;

/** Calls that come while a token is being signed wait for that one. */
function cacheTokens(
  signer: TokenSigner,
  clock: Clock,
): (identity: Identity, audience: Audience) => Promise<string> {
  let findTokens = groupByActor();
  let remembered = 0;
  return (identity, audience) => {
    if (remembered >= maxRemembered) [findTokens, remembered] = [groupByActor(), 0];
    const tokens = findTokens(identity.actor);
    const key = `${audience ?? ''} ${identity.organizationId}`;
    const nowMs = clock.now().getTime();
    const known = tokens.get(key);
    if (known !== undefined && nowMs - known.signedAtMs < reuseMs) return known.token;
    const options = audience === undefined ? {} : { audiences: [audience] };
    const token = signer.sign(identity, lifetimeSeconds, options);
    if (known === undefined) remembered += 1;
    tokens.set(key, { token, signedAtMs: nowMs });
    token.catch(() => tokens.delete(key));
    return token;
  };
}

/** Actors that say the same have the same tokens; most come again with the next call, as the same object. */
function groupByActor(): (actor: Actor) => Tokens {
  const byObject = new WeakMap<Actor, Tokens>();
  const byText = new Map<string, Tokens>();
  return (actor) => {
    const known = byObject.get(actor);
    if (known !== undefined) return known;
    const text = JSON.stringify(actor);
    const tokens = byText.get(text) ?? (new Map() as Tokens);
    byText.set(text, tokens);
    byObject.set(actor, tokens);
    return tokens;
  };
}

import type { AudienceName } from '@assay/proto/processes';
import type { Actor, OutgoingCall } from '../call-context.ts';
import type { Clock } from '../clock.ts';
import type { Identity } from './claims.ts';
import type { TokenSigner } from './internal-token.ts';

export interface TokenSource {
  /** Returns the internal token to send with a call, undefined for anonymous calls. */
  forCall(call: OutgoingCall, audience: Audience): Promise<string | undefined>;
  /** Returns the token by which this process identifies itself to a service. */
  own(audience: Audience): Promise<string>;
}

/** The process that accepts a token. undefined: any service. */
export type Audience = AudienceName | undefined;

const lifetimeSeconds = 120;
const reuseMs = 60_000;
/** The maximum number of cached tokens. When it is reached, the cache is cleared. */
const maxRemembered = 10_000;

/** Creates tokens that state this process, in the organization of the call. Each is signed once a minute per organization. */
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

/** Creates tokens that state the actor whom the gateway authenticated. Anonymous calls get none. */
export function principalTokens(signer: TokenSigner, clock: Clock): TokenSource {
  const sign = cacheTokens(signer, clock);
  return {
    forCall: ({ actor, organizationId }, audience) =>
      actor.kind === 'anonymous' ? Promise.resolve(undefined) : sign({ actor, organizationId }, audience),
    own: (audience) =>
      sign({ actor: { kind: 'service', service: signer.process }, organizationId: '' }, audience),
  };
}

/** Tokens by audience and organization. */
type Tokens = Map<string, { readonly token: Promise<string>; readonly signedAtMs: number }>;

/** Creates a function that signs tokens and caches them for a minute. Concurrent calls share one signature. */
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

/** Creates a function that returns the tokens of an actor. Actors with equal content share tokens; the object itself is the faster key. */
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

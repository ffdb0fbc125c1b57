import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import { onBroadcast } from '@assay/chassis/events/broadcast';
import { Role } from '@assay/proto/access/v1/access';
import type { Principal } from '@assay/proto/identity/v1/principal';
import { eventually } from '@assay/test-kit/eventually';
import { redirectUri, startOidcIssuer } from '@assay/test-kit/servers/oidc-issuer';
import type { TestIssuer } from '@assay/test-kit/servers/oidc-issuer';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { callBy, callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashBrowserSecret } from '../src/domain/session/login-secret.ts';
import { callOf, organizationNotFound, unauthenticated } from './calls.ts';
import { start } from './start.ts';

const people = new Map([
  ['ada', { email: 'Ada@Example.org', email_verified: true, name: 'Ada Lovelace' }],
  ['eve', { email: 'admin@assay.local', email_verified: false, name: 'Not the admin' }],
  ['root', { email: 'admin@assay.local', email_verified: true, name: 'The admin' }],
]);
const gateway = callByService('gateway');
const tenMinutesMs = 600_000;
const twelveHoursMs = 43_200_000;
let issuer: TestIssuer;
let identity: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  issuer = await startOidcIssuer(people);
  identity = await start(issuer.environment);
});
afterAll(async () => {
  await identity.stop();
  await issuer.stop();
});

const begin = (returnTo = '/v2') => identity.sessions.beginLogin(gateway, { redirectUri, returnTo });
const complete = (loginSecret: string, callbackUrl: string) =>
  identity.sessions.completeLogin(gateway, { loginSecret, callbackUrl });

async function signIn(subject: string, returnTo?: string) {
  const { authorizationUrl, loginSecret } = await begin(returnTo);
  return await complete(loginSecret, await issuer.signIn(authorizationUrl, subject));
}

async function principalOf(sessionSecret: string, organizationId = ''): Promise<Principal> {
  const request = { sessionSha256: hashBrowserSecret(sessionSecret), organizationId };
  const { principal } = await identity.authentication.authenticateSession(gateway, request);
  if (principal === undefined) throw new Error('no principal');
  return principal;
}

const userOf = async (principal: Principal) =>
  (await identity.users.getCurrentUser(callOf(principal), {})).user;

function withParameter(callbackUrl: string, name: string, value: string): string {
  const url = new URL(callbackUrl);
  url.searchParams.set(name, value);
  return url.href;
}

describe('BeginLogin', () => {
  it('sends the browser to the issuer with code, PKCE, state and nonce', async () => {
    const { authorizationUrl, loginSecret, expiresAt } = await begin();
    const url = new URL(authorizationUrl);
    expect(url.origin).toBe(issuer.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: issuer.environment['OIDC_CLIENT_ID'],
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    });
    for (const name of ['code_challenge', 'state', 'nonce']) {
      expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    }
    expect(loginSecret).toMatch(/^[\w-]{43}$/);
    expect(
      Math.abs((expiresAt?.getTime() ?? 0) - identity.clock.now().getTime() - tenMinutesMs),
    ).toBeLessThan(5000);
  });

  it('keeps nothing with which a login could be completed', async () => {
    const { authorizationUrl, loginSecret } = await begin();
    const stored = JSON.stringify(await identity.db.collection('login_attempts').find().toArray());
    expect(stored).toContain(hashBrowserSecret(loginSecret));
    const { searchParams } = new URL(authorizationUrl);
    for (const secret of [loginSecret, searchParams.get('state'), searchParams.get('nonce')]) {
      expect(stored).not.toContain(secret);
    }
  });

  it('is refused to people', async () => {
    const asPerson = callBy({ role: Role.ADMIN });
    await expect(identity.sessions.beginLogin(asPerson, { redirectUri, returnTo: '' })).rejects.toMatchObject(
      { status: 'PERMISSION_DENIED' },
    );
  });
});

describe('CompleteLogin', () => {
  it('begins a session of a user made on first sight, who belongs to no organization yet', async () => {
    const { sessionSecret, expiresAt, returnTo } = await signIn('ada', '/v2/projects?page=2');
    expect(returnTo).toBe('/v2/projects?page=2');
    expect(sessionSecret).toMatch(/^[\w-]{43}$/);
    const principal = await principalOf(sessionSecret);
    expect(principal).toMatchObject({ organizationId: '', role: Role.UNSPECIFIED, modules: [], expiresAt });
    expect(await userOf(principal)).toMatchObject({
      email: 'ada@example.org',
      name: 'Ada Lovelace',
      locale: 'en',
    });
    const leftMs = (expiresAt?.getTime() ?? 0) - identity.clock.now().getTime();
    expect(Math.abs(leftMs - twelveHoursMs)).toBeLessThan(5000);
  });

  it('makes one user however often and however simultaneously somebody signs in', async () => {
    const before = await identity.db.collection('users').countDocuments();
    const logins = await Promise.all(Array.from({ length: 6 }, () => signIn('grace')));
    const principals = await Promise.all(logins.map(({ sessionSecret }) => principalOf(sessionSecret)));
    expect(new Set(principals.map(({ userId }) => userId)).size).toBe(1);
    expect(new Set(principals.map(({ credentialId }) => credentialId)).size).toBe(6);
    expect(await identity.db.collection('users').countDocuments()).toBe(before + 1);
  });

  it('links to the user with the same address only when the issuer has verified it', async () => {
    const seeded = await identity.db.collection('users').findOne({ email: 'admin@assay.local' });
    const eve = await principalOf((await signIn('eve')).sessionSecret);
    expect(eve.userId).not.toBe(seeded?._id);
    expect(await userOf(eve)).toMatchObject({ email: undefined, name: 'Not the admin' });
    const root = await principalOf((await signIn('root')).sessionSecret);
    expect(root).toMatchObject({ userId: String(seeded?._id), role: Role.ADMIN });
  });

  it('gives a user the address once the issuer has verified it', async () => {
    people.set('late', { email: 'late@example.org', email_verified: false, name: 'Late' });
    const first = await principalOf((await signIn('late')).sessionSecret);
    people.set('late', { email: 'late@example.org', email_verified: true, name: 'Late' });
    const second = await principalOf((await signIn('late')).sessionSecret);
    expect(second.userId).toBe(first.userId);
    expect(await userOf(second)).toMatchObject({ email: 'late@example.org' });
  });

  it('returns nowhere but to a path of this site', async () => {
    expect((await signIn('ada', '//evil.example')).returnTo).toBe('/v2');
  });

  it('keeps nothing of the session but a hash', async () => {
    const { sessionSecret } = await signIn('ada');
    const stored = JSON.stringify(await identity.db.collection('sessions').find().toArray());
    expect(stored).toContain(hashBrowserSecret(sessionSecret));
    expect(stored).not.toContain(sessionSecret);
  });

  it('answers for whatever does not hold with the same words, and begins no session', async () => {
    const before = await identity.db.collection('sessions').countDocuments();
    const { authorizationUrl, loginSecret } = await begin();
    const callback = await issuer.signIn(authorizationUrl, 'ada');
    const other = await begin();
    const refusals = [
      await catchRefusal(complete('unknown', callback)),
      // A login of this browser with the answer to another login: state, nonce and code all belong elsewhere.
      await catchRefusal(complete(other.loginSecret, callback)),
      await catchRefusal(complete((await begin()).loginSecret, 'not an address')),
      await catchRefusal(complete((await begin()).loginSecret, `${redirectUri}?error=access_denied&state=x`)),
      await catchRefusal(complete(loginSecret, withParameter(callback, 'state', 'x'.repeat(43)))),
    ];
    expect(refusals).toEqual(refusals.map(() => unauthenticated));
    expect(await identity.db.collection('sessions').countDocuments()).toBe(before);
  });

  it('refuses a code that was meant for another login, although its state is right', async () => {
    const { authorizationUrl } = await begin();
    const stolen = new URL(await issuer.signIn(authorizationUrl, 'ada')).searchParams.get('code') ?? '';
    const own = await begin();
    const callback = await issuer.signIn(own.authorizationUrl, 'eve');
    expect(await catchRefusal(complete(own.loginSecret, withParameter(callback, 'code', stolen)))).toEqual(
      unauthenticated,
    );
  });

  it('refuses an ID token with the nonce of another login', async () => {
    const { authorizationUrl, loginSecret } = await begin();
    const tampered = withParameter(authorizationUrl, 'nonce', 'another');
    const callback = await issuer.signIn(tampered, 'ada');
    expect(await catchRefusal(complete(loginSecret, callback))).toEqual(unauthenticated);
  });

  it('completes each login once, also when it comes back many times at once', async () => {
    const { authorizationUrl, loginSecret } = await begin();
    const callback = await issuer.signIn(authorizationUrl, 'ada');
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => complete(loginSecret, callback)),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await catchRefusal(complete(loginSecret, callback))).toEqual(unauthenticated);
  });
});

describe('AuthenticateSession', () => {
  it('works in the chosen organization, and hides every other one', async () => {
    const { sessionSecret } = await signIn('ada');
    const call = callOf(await principalOf(sessionSecret));
    const { organization } = await identity.organizations.createOrganization(call, { name: 'Ada', slug: '' });
    const id = organization?.id ?? '';
    expect(await principalOf(sessionSecret)).toMatchObject({ organizationId: id, role: Role.ADMIN });
    expect(await principalOf(sessionSecret, id)).toMatchObject({ organizationId: id, role: Role.ADMIN });
    expect(await catchRefusal(principalOf(sessionSecret, 'k'.repeat(24)))).toEqual(organizationNotFound);
  });

  it('refuses an unknown secret like every other credential', async () => {
    expect(await catchRefusal(principalOf('unknown'))).toEqual(unauthenticated);
  });
});

describe('EndSession', () => {
  it('ends the session of the call at once and tells every process', async () => {
    const heard: string[] = [];
    const stop = onBroadcast(identity.events, CredentialsInvalidated, ({ credentialIds }) => {
      heard.push(...credentialIds);
    });
    await identity.events.nc.flush();
    const { sessionSecret } = await signIn('ada');
    const other = await signIn('ada');
    const principal = await principalOf(sessionSecret);
    await identity.sessions.endSession(callOf(principal), {});
    expect(await catchRefusal(principalOf(sessionSecret))).toEqual(unauthenticated);
    await expect(principalOf(other.sessionSecret)).resolves.toMatchObject({ userId: principal.userId });
    await identity.sessions.endSession(callOf(principal), {});
    await eventually(() => {
      expect(heard).toEqual([principal.credentialId]);
    });
    stop();
  });

  it("ends nothing for somebody else who knows the session's id", async () => {
    const { sessionSecret } = await signIn('ada');
    const { credentialId } = await principalOf(sessionSecret);
    await identity.sessions.endSession(callBy({ credentialId }), {});
    await expect(principalOf(sessionSecret)).resolves.toMatchObject({ credentialId });
  });
});

describe('without an issuer', () => {
  it('nobody can sign in, and the service runs', async () => {
    const alone = await start();
    const refusal = { status: 'FAILED_PRECONDITION', reason: 'LOGIN_NOT_CONFIGURED' };
    const request = { loginSecret: 'x', callbackUrl: redirectUri };
    await expect(alone.sessions.beginLogin(gateway, { redirectUri, returnTo: '' })).rejects.toMatchObject(
      refusal,
    );
    await expect(alone.sessions.completeLogin(gateway, request)).rejects.toMatchObject(refusal);
    await alone.stop();
  });

  it('that answers, the service runs and a login is unavailable', async () => {
    const gone = await startOidcIssuer(people);
    await gone.stop();
    const alone = await start(gone.environment);
    await expect(alone.sessions.beginLogin(gateway, { redirectUri, returnTo: '' })).rejects.toMatchObject({
      status: 'UNAVAILABLE',
      reason: 'ISSUER_UNAVAILABLE',
    });
    await alone.stop();
  });
});

describe('when time passes', () => {
  it('a login cannot be completed after ten minutes', async () => {
    const { authorizationUrl, loginSecret } = await begin();
    const callback = await issuer.signIn(authorizationUrl, 'ada');
    identity.clock.advance(tenMinutesMs);
    expect(await catchRefusal(complete(loginSecret, callback))).toEqual(unauthenticated);
  });

  it('a session ends after twelve hours, however much it is used', async () => {
    const { sessionSecret } = await signIn('ada');
    identity.clock.advance(twelveHoursMs - 60_000);
    await expect(principalOf(sessionSecret)).resolves.toMatchObject({ expiresAt: expect.any(Date) });
    identity.clock.advance(60_000);
    expect(await catchRefusal(principalOf(sessionSecret))).toEqual(unauthenticated);
  });
});

describe('the database', () => {
  it('has an index for every query that was sent', async () => {
    expect(await identity.uncoveredQueries()).toEqual([]);
  });
});

import type { OutgoingCall } from '@assay/chassis/call-context';
import { CompleteLoginRequest } from '@assay/proto/identity/v1/sessions_service';
import { UpdateCurrentUserRequest } from '@assay/proto/identity/v1/users_service';
import { eventually } from '@assay/test-kit/eventually';
import { redirectUri, startOidcIssuer } from '@assay/test-kit/servers/oidc-issuer';
import type { TestIssuer } from '@assay/test-kit/servers/oidc-issuer';
import { callByService } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashBrowserSecret } from '../src/domain/session/login-secret.ts';
import { listenToAudit } from './audit-listener.ts';
import { callOf, principalOf } from './calls.ts';
import { createKey, updateKey } from './create-key.ts';
import { seededKey, start } from './start.ts';

const clientAddress = '192.0.2.7';
let issuer: TestIssuer;
let identity: Awaited<ReturnType<typeof start>>;
let audit: ReturnType<typeof listenToAudit>;
let admin: OutgoingCall;
let actorId: string;

beforeAll(async () => {
  issuer = await startOidcIssuer(new Map());
  identity = await start(issuer.environment);
  audit = listenToAudit(identity);
  const principal = await principalOf(identity, seededKey);
  actorId = principal.userId;
  admin = { ...callOf(principal), clientAddress };
});
afterAll(async () => {
  await audit.stop();
  await identity.stop();
  await issuer.stop();
});

const eventsOf = (targetId: string) => audit.heard.filter((event) => event.targetId === targetId);

describe('the audit of identity', () => {
  it('hears of every change of a key once: who, what, where and from where', async () => {
    const { record } = await createKey(identity, admin);
    const apiKeyId = record.id;
    await updateKey(identity, admin, { apiKeyId, name: 'x' });
    await updateKey(identity, admin, { apiKeyId });
    await identity.apiKeys.rotateApiKey(admin, { apiKeyId });
    await identity.apiKeys.revokeApiKey(admin, { apiKeyId });
    await expect(identity.apiKeys.revokeApiKey(admin, { apiKeyId })).rejects.toThrow('not found');
    await eventually(() => {
      expect(eventsOf(apiKeyId).map(({ action }) => action)).toEqual([
        'api_key.create',
        'api_key.update',
        'api_key.rotate',
        'api_key.revoke',
      ]);
    });
    const events = eventsOf(apiKeyId);
    expect(new Set(events.map(({ id }) => id)).size).toBe(4);
    for (const event of events) {
      expect(event).toMatchObject({
        organizationId: admin.organizationId,
        actorId,
        targetType: 'api_key',
        ip: clientAddress,
      });
    }
    expect(events[0]?.createdAt).toEqual(record.createdAt);
  });

  it('hears of a user who changes', async () => {
    await identity.users.updateCurrentUser(
      admin,
      UpdateCurrentUserRequest.fromPartial({ name: 'New', updateMask: ['name'] }),
    );
    const event = {
      action: 'user.update',
      targetType: 'user',
      actorId,
      organizationId: '',
      ip: clientAddress,
    };
    await eventually(() => {
      expect(eventsOf(actorId)).toEqual([expect.objectContaining(event)]);
    });
  });

  it('hears of a session that begins and ends', async () => {
    const gateway = { ...callByService('gateway'), clientAddress };
    const { authorizationUrl, loginSecret } = await identity.sessions.beginLogin(gateway, {
      redirectUri,
      returnTo: '',
    });
    const callbackUrl = await issuer.signIn(authorizationUrl, 'ada');
    const answer = CompleteLoginRequest.fromPartial({ loginSecret, callbackUrl });
    const { sessionSecret } = await identity.sessions.completeLogin(gateway, answer);
    const { principal } = await identity.authentication.authenticateSession(gateway, {
      sessionSha256: hashBrowserSecret(sessionSecret),
      organizationId: '',
    });
    if (principal === undefined) throw new Error('no principal');
    await identity.sessions.endSession({ ...callOf(principal), clientAddress }, {});
    const event = { targetType: 'session', actorId: principal.userId, ip: clientAddress, organizationId: '' };
    await eventually(() => {
      expect(eventsOf(principal.credentialId)).toEqual([
        expect.objectContaining({ ...event, action: 'session.start' }),
        expect.objectContaining({ ...event, action: 'session.end' }),
      ]);
    });
  });
});

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignInSettings } from '@assay/local/config';
import { createIssuer, issueAccessToken } from '@assay/local/dev/issuer';
import { createLoginPages } from '@assay/local/dev/login-pages';
import { createPeople } from '@assay/local/dev/people';
import { loadSigningKeys } from '@assay/local/dev/signing-keys';
import { freePorts } from '@assay/local/platform/ports';

/** A real OpenID Connect issuer in this process that signs in any person without a password. */
export interface TestIssuer {
  readonly settings: SignInSettings;
  /** Issues a signed access token for the platform, as after a sign-in. */
  accessToken(email: string, name?: string): Promise<string>;
  stop(): Promise<void>;
}

/** @param redirectUri the callback of the platform: `<public URL>/v2/auth/callback` */
export async function startTestIssuer(redirectUri: string): Promise<TestIssuer> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-issuer-'));
  const [port = 0] = await freePorts(1);
  const people = createPeople();
  const settings = {
    issuer: `http://127.0.0.1:${port}`,
    audience: 'urn:assay:api',
    clientId: 'assay',
    clientSecret: 'known to tests',
  };
  const keys = await loadSigningKeys(join(folder, 'keys.json'));
  const options = { ...settings, redirectUri, keys, people };
  const provider = createIssuer(options);
  const server = createLoginPages(provider, options).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings,
    async accessToken(email, name = email) {
      const { subject } = people.signIn(email, name);
      return (await issueAccessToken(provider, settings, subject)).accessToken;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

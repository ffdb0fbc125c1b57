import { createPublicKey, verify } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { startDevelopmentServers } from '../src/dev/start-development-servers.ts';
import type { DevelopmentServers } from '../src/dev/start-development-servers.ts';
import { startGuardian } from '../src/processes/guardian.ts';
import { sendMail } from './send-mail.ts';
import { signIn } from './sign-in.ts';

const publicUrl = 'http://127.0.0.1:8080';
const redirectUri = `${publicUrl}/v2/auth/callback`;
const ada = { email: 'Ada@example.org', name: 'Ada Lovelace' };
const guardian = startGuardian();
let stateDir: string;
let servers: DevelopmentServers;

async function start(variables: Record<string, string> = {}): Promise<DevelopmentServers> {
  const secrets = { oidcClientSecret: 'shared' };
  const config = { ...readConfig(variables), inherited: readConfig().inherited };
  const onProgress = (): void => undefined;
  return startDevelopmentServers({ config, stateDir, publicUrl, secrets, guardian, onProgress });
}

beforeAll(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'assay-development-'));
  servers = await start();
});
afterAll(async () => {
  await servers.stop();
  guardian.close();
  await rm(stateDir, { recursive: true, force: true });
});

describe('the inbox', () => {
  const page = async (path: string): Promise<string> =>
    (await fetch(`${servers.mailUrl ?? ''}${path}`)).text();
  const mail = async (lines: readonly string[]): Promise<void> =>
    sendMail(Number(new URL(servers.mail.smtpUrl).port), ['bob@example.org'], lines.join('\n'));

  it('shows mails, the newest first, and keeps each as a file', async () => {
    await mail(['Subject: First', 'To: bob@example.org', '', 'See https://assay.localhost/a#token=b now']);
    await mail(['Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe_=3Cb=3E?=', '', 'x']);
    const list = await page('/');
    expect(list).toMatch(/Grüße &lt;b&gt;[^]*First/);
    const [path = ''] = /\/mails\/[^"]+(?=">First)/.exec(list) ?? [];
    expect(await page(path)).toContain('<a href="https://assay.localhost/a#token=b" target="_blank"');
    expect((await readdir(join(stateDir, 'mail'))).filter((file) => file.endsWith('.eml'))).toHaveLength(2);
  });

  it('lets nothing run that a mail brings', async () => {
    await mail(['Subject: Script', 'Content-Type: text/html', '', '<script>alert(1)</script>']);
    const [path = ''] = /\/mails\/[^"]+(?=">Script)/.exec(await page('/')) ?? [];
    const body = await fetch(`${servers.mailUrl ?? ''}${path}/body`);
    expect(body.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*sandbox(?!.*allow-scripts)/,
    );
    expect(await page(path)).not.toContain('<script>');
  });
});

describe('the issuer', () => {
  it('signs anybody in by code and PKCE, with a verified address and tokens for the API', async () => {
    const tokens = await signIn(servers.signIn, redirectUri, ada);
    const claims = {
      iss: servers.signIn.issuer,
      email: 'ada@example.org',
      email_verified: true,
      name: ada.name,
    };
    expect(await verified(tokens.id_token)).toMatchObject({ ...claims, aud: 'assay', nonce: 'nonce' });
    expect(await verified(tokens.access_token)).toMatchObject({ ...claims, aud: 'urn:assay:api' });
  });

  it('gives an access token without a browser', async () => {
    const answer = await fetch(`${servers.signIn.issuer}/tokens`, {
      method: 'POST',
      body: new URLSearchParams(ada),
    });
    const { access_token } = (await answer.json()) as { access_token: string };
    expect(await verified(access_token)).toMatchObject({ aud: 'urn:assay:api', email: 'ada@example.org' });
  });

  it('keeps address, keys and people over a restart', async () => {
    const before = await signIn(servers.signIn, redirectUri, ada);
    const { signIn: settings, mailUrl } = servers;
    await servers.stop();
    servers = await start();
    expect(servers).toMatchObject({ signIn: settings, mailUrl });
    const subject = (await verified(before.access_token))['sub'];
    const after = await signIn(servers.signIn, redirectUri, { email: 'ada@example.org', name: '' });
    expect((await verified(after.access_token))['sub']).toBe(subject);
  });
});

it('uses the servers the environment names and starts none', async () => {
  const given = await start({ SMTP_URL: 'smtp://mail', OIDC_ISSUER: 'https://issuer', OIDC_CLIENT_ID: 'c' });
  expect(given).toMatchObject({ mail: { smtpUrl: 'smtp://mail' }, mailUrl: undefined, processes: [] });
  expect(given.signIn).toMatchObject({ issuer: 'https://issuer', clientId: 'c', clientSecret: undefined });
});

it.each(['inbox', 'issuer'])('the %s answers nobody who came by another name', async (which) => {
  const url = which === 'inbox' ? (servers.mailUrl ?? '') : servers.signIn.issuer;
  const status = await new Promise((resolve) => {
    get(url, { headers: { host: 'rebound.example' } }, (answer) => {
      resolve(answer.resume().statusCode);
    });
  });
  expect(status).toBe(421);
});

/** The claims of a token (JWT), once its signature holds with a key the issuer publishes. */
async function verified(token: string): Promise<Record<string, unknown>> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string };
  const { keys } = (await (await fetch(`${servers.signIn.issuer}/jwks`)).json()) as { keys: JsonWebKey[] };
  const key = createPublicKey({ key: keys.find((one) => one['kid'] === kid) ?? {}, format: 'jwk' });
  const holds = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, 'base64url'),
  );
  expect(holds).toBe(true);
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
}

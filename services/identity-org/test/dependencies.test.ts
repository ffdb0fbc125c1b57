import { readDependencyStatus } from '@assay/test-kit/processes/dependency-status';
import { eventually } from '@assay/test-kit/eventually';
import { startMailInbox } from '@assay/test-kit/servers/mail-inbox';
import { startOidcIssuer } from '@assay/test-kit/servers/oidc-issuer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from './start.ts';

let inbox: Awaited<ReturnType<typeof startMailInbox>>;
let issuer: Awaited<ReturnType<typeof startOidcIssuer>>;
let identity: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  [inbox, issuer] = await Promise.all([startMailInbox(), startOidcIssuer(new Map())]);
  const mail = { SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'Assay <no-reply@assay.example>' };
  identity = await start({ ...issuer.environment, ...mail });
});
afterAll(() => identity.stop());

const adminUrl = () => `http://${identity.service.adminAddress}`;

describe('the mail server and the issuer', () => {
  it('are said to answer, and get no mail for it', async () => {
    expect(await readDependencyStatus(adminUrl())).toEqual({
      mongodb: true,
      nats: true,
      smtp: true,
      issuer: true,
    });
    expect(inbox.mails).toEqual([]);
  });

  it('are said to be away within a minute, and the process stays ready', async () => {
    await Promise.all([inbox.stop(), issuer.stop()]);
    identity.clock.advance(60_000);
    await eventually(async () => {
      expect(await readDependencyStatus(adminUrl())).toMatchObject({
        mongodb: true,
        smtp: false,
        issuer: false,
      });
    });
    expect((await fetch(`${adminUrl()}/readyz`)).status).toBe(200);
  });
});

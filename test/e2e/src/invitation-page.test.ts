import { freePorts } from '@assay/local/platform/ports';
import { eventually } from '@assay/test-kit/eventually';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { startMailInbox } from '@assay/test-kit/mail-inbox';
import type { MailInbox } from '@assay/test-kit/mail-inbox';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { startTestIssuer } from '@assay/test-kit/test-issuer';
import type { TestIssuer } from '@assay/test-kit/test-issuer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { hasBrowser, launchBrowser, newPerson, sayWhoIsThere } from './browser.ts';

describe.skipIf(!hasBrowser)('the page behind an invitation (needs Chromium)', () => {
  let platform: LaunchedPlatform;
  let inbox: MailInbox;
  let issuer: TestIssuer;
  let browser: Browser;
  let rest: Rest;
  let organizationId: string;

  beforeAll(async () => {
    const [port = 0] = await freePorts(1);
    inbox = await startMailInbox();
    issuer = await startTestIssuer(`http://127.0.0.1:${String(port)}/v2/auth/callback`);
    const mail = { smtpUrl: inbox.smtpUrl, from: 'Assay <assay@example.org>' };
    platform = await launchPlatform({ servers: inject('servers'), port, mail, signIn: issuer.settings });
    rest = createRest(platform.baseUrl, platform.apiKey);
    organizationId = (await rest.get('/v2/organizations')).body.data[0].id;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
    await issuer.stop();
    await inbox.stop();
  });

  /** Invites an address; resolves to the id of the invitation and the link that was mailed. */
  async function invite(email: string) {
    const path = `/v2/organizations/${organizationId}/invite`;
    const { body } = await rest.post(path, { email, role: 'viewer' });
    const id = body.id as string;
    const pattern = new RegExp(`http\\S+/v2/invitations/${id}/answer#\\S+`, 'u');
    const link = await eventually(() => {
      const [found] = inbox.mails.flatMap(({ text = '' }) => pattern.exec(text) ?? []);
      if (found === undefined) throw new Error('the mail has not come');
      return found;
    });
    return { id, link };
  }

  async function signIn(page: Page, link: string, email: string): Promise<void> {
    await page.goto(link);
    await page.getByRole('link', { name: 'Sign in to answer' }).click();
    await sayWhoIsThere(page, email, 'Somebody');
    await page.getByRole('heading', { name: /^Join/u }).waitFor();
  }

  const expectTitle = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor();
  const stateOf = async ({ id }: { id: string }) =>
    (await rest.get(`/v2/invitations/${id}`)).body.status as string;

  it('shows who invites whom, as what and until when, and asks nothing of other hosts', async () => {
    const { link } = await invite('shown@example.org');
    const page = await newPerson(browser);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(link);
    await expectTitle(page, 'Join Local organization');
    await page.getByText('local@assay.localhost invites you').waitFor();
    const facts = await page.getByRole('definition').allTextContents();
    expect(facts).toEqual([
      'shown@example.org',
      expect.stringContaining('Viewer'),
      expect.stringMatching(/20\d\d/u),
    ]);
    expect(asked.filter((url) => !url.startsWith(platform.baseUrl))).toEqual([]);
    expect(asked.filter((url) => url.includes('token='))).toEqual([]);
  });

  it('is declined with the keyboard alone, and then says so to whoever opens it again', async () => {
    const invitation = await invite('declines@example.org');
    const page = await newPerson(browser);
    await signIn(page, invitation.link, 'declines@example.org');
    expect(await stateOf(invitation)).toBe('pending');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectTitle(page, 'You declined');
    expect(await stateOf(invitation)).toBe('declined');
    await page.goto('about:blank');
    await page.goto(invitation.link);
    await expectTitle(page, 'Already declined');
  });

  it('offers nothing but another account to whom it was not sent to', async () => {
    const { link } = await invite('meant@example.org');
    const page = await newPerson(browser);
    await signIn(page, link, 'other@example.org');
    await page.getByText('You are signed in as other@example.org').waitFor();
    const buttons = await page.getByRole('button').allTextContents();
    expect(buttons).toEqual(['Use another account']);
    await page.getByRole('button').click();
    await sayWhoIsThere(page, 'meant@example.org', 'Somebody');
    await page.getByRole('button', { name: 'Accept' }).click();
    await expectTitle(page, 'You are in');
  });

  it('says that a link is dead once the invitation was replaced or revoked', async () => {
    const replaced = await invite('again@example.org');
    const { id, link } = await invite('again@example.org');
    const page = await newPerson(browser);
    await page.goto(replaced.link);
    await expectTitle(page, 'This invitation is no longer valid');
    await fetch(`${platform.baseUrl}/v2/invitations/${id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': platform.apiKey },
    });
    await page.goto(link);
    await expectTitle(page, 'This invitation is no longer valid');
  });

  it('says what is wrong with a link that is not whole', async () => {
    const { link } = await invite('cut@example.org');
    const page = await newPerson(browser);
    await page.goto(link.slice(0, -3));
    await expectTitle(page, 'This link leads to no invitation');
    const another = await newPerson(browser);
    await another.goto(link.replace(/#.*/u, ''));
    await expectTitle(another, 'A part of the link is missing');
  });
});

import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from './accessibility.ts';
import { hasBrowser, launchBrowser, newPerson, sayWhoIsThere } from './browser.ts';

describe.skipIf(!hasBrowser)('the page behind an invitation (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let rest: Rest;

  beforeAll(async () => {
    platform = await joinPlatform();
    rest = createRest(platform.baseUrl, platform.apiKey);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  /** Invites an address; resolves to the id of the invitation and the link that was mailed. */
  async function invite(email: string) {
    const path = `/v2/organizations/${platform.organizationId}/invite`;
    const { body } = await rest.post(path, { email, role: 'viewer' });
    const id = body.id as string;
    const { text = '' } = await platform.inbox.awaitMailWith(`/v2/invitations/${id}/answer#`);
    const [link = ''] = /http\S+\/answer#\S+/u.exec(text) ?? [];
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
    const { body: organization } = await rest.get(`/v2/organizations/${platform.organizationId}`);
    await expectTitle(page, `Join ${String(organization.name)}`);
    await page.getByText('local@assay.localhost invites you').waitFor();
    const facts = await page.getByRole('definition').allTextContents();
    expect(facts).toEqual([
      'shown@example.org',
      expect.stringContaining('Viewer'),
      expect.stringMatching(/20\d\d/u),
    ]);
    expect(await accessibilityProblems(page)).toEqual([]);
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
    expect(await accessibilityProblems(page)).toEqual([]);
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

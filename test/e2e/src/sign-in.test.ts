import { randomUUID } from 'node:crypto';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callFrom, hasBrowser, launchBrowser, newPerson, sayWhoIsThere } from './browser.ts';
import { startOtherSite } from './other-site.ts';
import type { OtherSite } from './other-site.ts';

const founder = `${randomUUID()}@example.org`;
const invitee = `${randomUUID()}@example.org`;

describe.skipIf(!hasBrowser)('people in a browser (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let otherSite: OtherSite;
  let ada: Page;
  let grace: Page;
  let organizationId: string;
  let invitationId: string;
  let withKey: Rest;

  beforeAll(async () => {
    platform = await joinPlatform();
    otherSite = await startOtherSite(`${platform.baseUrl}/v2/organizations`);
    browser = await launchBrowser();
    ada = await newPerson(browser);
    grace = await newPerson(browser);
  });
  afterAll(async () => {
    await browser.close();
    otherSite.stop();
    await platform.stop();
  });

  /** The platform's own: the issuer's are there too, since cookies do not tell ports apart. */
  const cookiesOf = async (page: Page) => {
    const cookies = await page.context().cookies(platform.baseUrl);
    return cookies.filter(({ name }) => name.startsWith('assay'));
  };

  const organizationsOf = async (page: Page) => {
    const { body } = await callFrom(page, 'GET', '/v2/organizations');
    return (body as { data: { name: string }[] }).data.map(({ name }) => name);
  };

  it('sign in at the issuer and are known afterwards', async () => {
    await ada.goto(`${platform.baseUrl}/v2/auth/start`);
    await sayWhoIsThere(ada, founder, 'Ada');
    await ada.waitForURL(`${platform.baseUrl}/**`);
    const me = await ada.goto(`${platform.baseUrl}/v2/users/me`);
    expect(me?.status()).toBe(200);
    expect(await me?.json()).toMatchObject({ email: founder, name: 'Ada' });
    expect(await cookiesOf(ada)).toMatchObject([
      { name: 'assay_session', httpOnly: true, sameSite: 'Lax', path: '/' },
    ]);
  });

  it('make an organization, and a key for it that invites somebody', async () => {
    await ada.goto(`${platform.baseUrl}/v2`);
    const made = await callFrom(ada, 'POST', '/v2/organizations', { name: 'Analytical Engines' });
    expect(made).toMatchObject({ status: 201, body: { name: 'Analytical Engines', memberCount: 1 } });
    organizationId = (made.body as { id: string }).id;
    const key = await callFrom(ada, 'POST', '/v2/users/me/api-keys', { name: 'of the browser' });
    expect(key.status).toBe(201);
    withKey = createRest(platform.baseUrl, (key.body as { key: string }).key);
    const invitation = { email: invitee, role: 'user' };
    const invited = await withKey.post(`/v2/organizations/${organizationId}/invite`, invitation);
    expect([invited.status, invited.body.status]).toEqual([201, 'pending']);
    invitationId = invited.body.id;
  });

  it('open the mailed link, sign in as whom it was sent to, accept, and are members', async () => {
    const { text = '' } = await platform.inbox.awaitMailWith(`/v2/invitations/${invitationId}/answer#`);
    const [link = ''] = /http:\S+\/answer#\S+/u.exec(text) ?? [];
    await grace.goto(link);
    await grace.getByRole('heading', { name: 'Join Analytical Engines' }).waitFor();
    expect(grace.url()).not.toContain('token');
    await grace.getByRole('link', { name: 'Sign in to answer' }).click();
    await sayWhoIsThere(grace, invitee, 'Grace');
    await grace.getByRole('button', { name: 'Accept' }).click();
    await grace.getByRole('heading', { name: 'You are in' }).waitFor();

    const { body: members } = await withKey.get(`/v2/organizations/${organizationId}/users`);
    expect(members.data.map(({ email, role }: Record<string, string>) => [email, role])).toEqual([
      [founder, 'admin'],
      [invitee, 'user'],
    ]);
    expect(await organizationsOf(grace)).toContain('Analytical Engines');
    const invite = `/v2/organizations/${organizationId}/invite`;
    const { status } = await callFrom(grace, 'POST', invite, { email: 'x@example.org', role: 'viewer' });
    expect(status).toBe(403);
  });

  it('cannot be made to do anything by pages of others', async () => {
    const before = await organizationsOf(ada);
    const answers: number[] = [];
    for (const url of [otherSite.sameSiteUrl, otherSite.crossSiteUrl]) {
      await ada.goto(url);
      const answered = ada.waitForResponse(`${platform.baseUrl}/v2/organizations`);
      await ada.getByRole('button').click();
      answers.push((await answered).status());
    }
    // The cookie goes along within the site, where it is refused; to another site it does not even go.
    expect(answers).toEqual([403, 401]);
    await ada.goto(`${platform.baseUrl}/v2`);
    expect(await organizationsOf(ada)).toEqual(before);
  });

  it('sign out of this browser, and the cookie is worth nothing afterwards', async () => {
    const cookie = (await cookiesOf(grace)).map(({ name, value }) => `${name}=${value}`).join('; ');
    const withCookie = () => fetch(`${platform.baseUrl}/v2/users/me`, { headers: { cookie } });
    expect((await withCookie()).status).toBe(200);
    const left = await grace.goto(`${platform.baseUrl}/v2/auth/logout`);
    expect(await left?.json()).toEqual({ message: expect.any(String) as string });
    expect(await cookiesOf(grace)).toEqual([]);
    await expect.poll(async () => (await withCookie()).status).toBe(401);
    expect((await callFrom(ada, 'GET', '/v2/users/me')).status).toBe(200);
  });
});

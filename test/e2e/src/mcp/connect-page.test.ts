import { newApiKey } from '@assay/test-kit/organizations';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems } from '../accessibility.ts';
import { hasBrowser, launchBrowser, newPerson } from '../browser.ts';
import { inEachView, keepFile } from '../screenshots.ts';

const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const clients = ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'MCP inspector'];

describe.skipIf(!hasBrowser)('the page that connects MCP clients (needs Chromium)', () => {
  let platform: SharedPlatform;
  let browser: Browser;
  let admin: Rest;
  let endpoint: string;

  beforeAll(async () => {
    platform = await joinPlatform();
    admin = createRest(platform.baseUrl, platform.apiKey);
    endpoint = `${platform.baseUrl}/v2/mcp`;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await platform.stop();
  });

  async function openPage(): Promise<Page> {
    const page = await newPerson(browser);
    page.setDefaultTimeout(15_000);
    await page.goto(`${endpoint}/connect`);
    await page.getByRole('tab', { name: 'Claude Code' }).waitFor();
    return page;
  }

  async function checkKey(page: Page, key: string): Promise<void> {
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
  }

  /** Keeps screenshots of the page, and expects that it is accessible and never wider than its window. */
  async function expectGoodViews(page: Page, name: string): Promise<void> {
    await inEachView(page, async (view) => {
      keepFile(`${name}-${view}.png`, await page.screenshot({ fullPage: true, animations: 'disabled' }));
      expect([view, await accessibilityProblems(page)]).toEqual([view, []]);
      expect([view, await page.evaluate<number>(overflow)]).toEqual([view, 0]);
    });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate<number>(overflow)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  /** Returns the texts to copy of the client whose tab is selected. */
  const readSnippets = (page: Page): Promise<string[]> =>
    page.getByRole('tabpanel').locator('pre').allTextContents();

  it('shows the settings of each client with the address of this server, by keyboard', async () => {
    const page = await openPage();
    await expectGoodViews(page, 'mcp-connect');
    expect(await page.getByRole('tab').allTextContents()).toEqual(clients);
    await page.getByRole('tab', { name: 'Claude Code' }).focus();
    const texts: string[][] = [];
    for (const name of clients) {
      expect(await page.locator(':focus').textContent()).toBe(name);
      texts.push(await readSnippets(page));
      await page.keyboard.press('ArrowRight');
    }
    expect(await page.locator(':focus').textContent()).toBe(clients[0]);
    expect(texts[0]?.[0]).toBe(
      `claude mcp add --transport http assay ${endpoint} \\\n  --header "X-API-Key: $ASSAY_API_KEY"`,
    );
    const configurations = [texts[0]?.[1], texts[1]?.[0], texts[2]?.[0], texts[3]?.[0]];
    expect(configurations.map((text) => JSON.parse(text ?? ''))).toMatchObject([
      {
        mcpServers: { assay: { type: 'http', url: endpoint, headers: { 'X-API-Key': '${ASSAY_API_KEY}' } } },
      },
      {
        mcpServers: {
          assay: { command: 'npx', args: ['-y', 'mcp-remote', endpoint, '--header', expect.any(String)] },
        },
      },
      { mcpServers: { assay: { url: endpoint, headers: { 'X-API-Key': '${env:ASSAY_API_KEY}' } } } },
      {
        servers: {
          assay: { type: 'http', url: endpoint, headers: { 'X-API-Key': '${input:assay-api-key}' } },
        },
      },
    ]);
    expect(texts[4]?.[0]).toContain(`npx @modelcontextprotocol/inspector --cli ${endpoint}`);
  });

  it('copies a text, or selects it where the clipboard is refused', async () => {
    const page = await openPage();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: Address of this server' }).click();
    await page.getByText('Address of this server: copied.').waitFor();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(endpoint);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
    await page.getByRole('button', { name: 'Copy: Terminal' }).click();
    await page.getByText('The text is selected.').waitFor();
    expect(await page.evaluate<string>('getSelection().toString()')).toContain('claude mcp add');
  });

  it('shows the tools that a key sees, by toolset, and what it may spend', async () => {
    const page = await openPage();
    await checkKey(page, platform.apiKey);
    await page.getByRole('heading', { name: 'This key sees 30 of 30 tools' }).waitFor();
    await expectGoodViews(page, 'mcp-connect-key');
    const verification = page.getByRole('region', { name: 'verification' });
    expect(await verification.locator('.tool').allTextContents()).toEqual([
      'list_pipeline_catalogread-only',
      'estimate_verification_costread-only',
      'run_verification_pipelinepaid',
      'list_verification_runsread-only',
      'get_verification_runread-only',
    ]);
    expect(await page.locator('#spending').innerText()).toMatch(
      /Limits\s+None[\s\S]*Credit of the organization\s+€/u,
    );
  });

  it('shows the limits of a key and of the keys that created it, and only its tools', async () => {
    const organizationIds = [platform.organizationId];
    const parent = {
      name: 'team',
      role: 'admin',
      organizationIds,
      spendLimitCents: 2_000,
      spendPeriod: 'month',
    } as const;
    const { key: parentKey } = await newApiKey(admin, parent);
    const agent = {
      ...({ name: 'agent', role: 'viewer', spendLimitCents: 500, spendPeriod: 'month' } as const),
      organizationIds,
    };
    const parentRest = createRest(platform.baseUrl, parentKey);
    const { key } = await newApiKey(parentRest, agent);
    const page = await openPage();
    await checkKey(page, key);
    await page.getByRole('heading', { name: /^This key sees/u }).waitFor();
    expect(await page.locator('#spending').innerText()).toMatch(
      /agent[\s\S]*viewer[\s\S]*€5\.00 a month[\s\S]*€20\.00 a month, shared with all keys of “team”/u,
    );
    const { key: limited } = await newApiKey(parentRest, {
      ...agent,
      allowedTools: ['list_projects', 'create_project'],
    });
    await checkKey(page, limited);
    await page.getByRole('heading', { name: 'This key sees 1 of 30 tools' }).waitFor();
    expect(await page.locator('.tool').allTextContents()).toEqual(['list_projectsread-only']);
    expect(await page.locator('#spending').innerText()).toContain('this key opens only its tools');
  });

  it('keeps a key in its tab only, and forgets it on request and when it is not valid', async () => {
    const page = await openPage();
    await checkKey(page, 'assay_none');
    await page.getByRole('alert').getByText('The key is not valid. Paste another key.').waitFor();
    await checkKey(page, platform.apiKey);
    await page.getByRole('heading', { name: 'This key sees' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'This key sees' }).waitFor();
    expect(await page.content()).not.toContain(platform.apiKey);
    const other = await page.context().newPage();
    await other.goto(`${endpoint}/connect`);
    expect(await other.getByRole('heading', { name: 'This key sees' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Forget key' }).click();
    expect(await page.evaluate<number>('sessionStorage.length + localStorage.length')).toBe(0);
  });

  it('loads nothing from elsewhere, and GET of the endpoint itself stays refused', async () => {
    const page = await newPerson(browser);
    const origins = new Set<string>();
    const problems: string[] = [];
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`${endpoint}/connect`);
    await checkKey(page, platform.apiKey);
    await page.getByRole('heading', { name: 'This key sees' }).waitFor();
    expect([[...origins], problems]).toEqual([[platform.baseUrl], []]);
    const answer = await fetch(endpoint, { headers: { 'x-api-key': platform.apiKey } });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'];

export const hasBrowser = existsSync(executablePath);

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [...quiet, '--no-first-run', '--disable-component-update'],
  });
}

/** A window of a person of their own: no cookie of anybody else is in it. */
export async function newPerson(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(60_000);
  return page;
}

/** Fills in the page of the issuer, which believes whatever it is told. */
export async function sayWhoIsThere(page: Page, email: string, name: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in at the desk with a key, and begins a project of this name. */
export async function openDesk(
  page: Page,
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
  projectName: string,
): Promise<void> {
  await page.goto(`${baseUrl}/v2/desk`);
  await page.getByLabel('Or use an API key').fill(apiKey);
  await page.keyboard.press('Enter');
  await page.getByLabel('Name of the project').fill(projectName);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Drop images' }).waitFor();
}

interface PageAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What a script of the page is told when it calls the API, with the cookies of the page. */
export function callFrom(page: Page, method: string, path: string, body?: unknown): Promise<PageAnswer> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: json };
  return page.evaluate(send, { path, init });
}

const json = { 'content-type': 'application/json' };

/** Runs in the page, so it can use nothing of this module. */
async function send(call: { path: string; init: RequestInit }): Promise<PageAnswer> {
  const response = await fetch(call.path, call.init);
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson ? await response.json() : undefined };
}

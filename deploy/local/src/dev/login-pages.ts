import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { issueAccessToken } from './issuer.ts';
import type { IssuerOptions } from './issuer.ts';
import { html } from '@assay/chassis/http/html';
import type { Html } from '@assay/chassis/http/html';
import { isForLoopback, sendPage } from './page.ts';

const maxFormBytes = 10_000;

/** Serves the issuer with its pages: `/` describes it, `/interaction/<id>` signs in, `POST /tokens` issues an access token. */
export function createLoginPages(provider: Provider, options: IssuerOptions): Server {
  const protocol = provider.callback();
  const site: Site = { provider, options };
  return createServer((request, response) => {
    const [, place] = (request.url ?? '/').split(/[/?]/);
    if (!isForLoopback(request.headers.host)) response.writeHead(421).end();
    else if (place === 'interaction') guard(signIn(site, request, response), response);
    else if (place === 'tokens' && request.method === 'POST')
      guard(giveToken(site, request, response), response);
    else if (place === '') sendPage(response, { title: 'Development sign-in' }, aboutPage(options));
    else void protocol(request, response);
  });
}

interface Site {
  readonly provider: Provider;
  readonly options: IssuerOptions;
}

async function signIn(
  { provider, options }: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  if (request.method === 'POST') {
    const person = await personIn(request, options);
    if (person !== undefined) {
      await provider.interactionFinished(request, response, { login: { accountId: person.subject } });
      return;
    }
  }
  const hint = params['login_hint'];
  // Chromium applies form-action to the redirects after a form, too: back to the platform, wherever it serves.
  const policy = `form-action 'self' ${new URL(options.redirectUri).origin}`;
  sendPage(response, { title: 'Sign in', policy }, loginPage(typeof hint === 'string' ? hint : ''));
}

async function giveToken(
  { provider, options }: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const person = await personIn(request, options);
  if (person === undefined) {
    response.writeHead(400).end('The form field email is missing.\n');
    return;
  }
  const { accessToken, expiresIn } = await issueAccessToken(provider, options, person.subject);
  response
    .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(`${JSON.stringify({ access_token: accessToken, token_type: 'Bearer', expires_in: expiresIn })}\n`);
}

async function personIn(request: IncomingMessage, { people }: IssuerOptions) {
  const form = await readForm(request);
  const email = form.get('email') ?? '';
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? people.signIn(email, form.get('name') ?? '') : undefined;
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk);
    if (text.length > maxFormBytes) throw new Error('the form is too long');
  }
  return new URLSearchParams(text);
}

function guard(work: Promise<void>, response: ServerResponse): void {
  work.catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    const content = html`<h1>This sign-in has ended</h1>
      <p>Start the sign-in again from the page that sent you here.</p>`;
    sendPage(response, { title: 'Sign in', status: 400 }, content);
  });
}

function loginPage(email: string): Html {
  return html`<h1>Sign in to Assay</h1>
    <p>The development sign-in of this machine. It accepts any identity.</p>
    <form method="post">
      <label
        >E-mail <input name="email" type="email" value="${email}" autocomplete="email" required autofocus
      /></label>
      <label>Name <input name="name" autocomplete="name" maxlength="100" /></label>
      <button>Sign in</button>
    </form>`;
}

function aboutPage({ issuer, audience, clientId, redirectUri }: IssuerOptions): Html {
  return html`<h1>Development sign-in</h1>
    <p>An OpenID Connect issuer for development that accepts any identity. It serves only this machine.</p>
    <table>
      <tr>
        <th>Issuer</th>
        <td>${issuer}</td>
      </tr>
      <tr>
        <th>Client</th>
        <td>${clientId}, back to ${redirectUri}</td>
      </tr>
      <tr>
        <th>Audience of access tokens</th>
        <td>${audience}</td>
      </tr>
      <tr>
        <th>Discovery</th>
        <td><a href="/.well-known/openid-configuration">openid-configuration</a></td>
      </tr>
    </table>
    <p>Get an access token for the API, to send as <code>Authorization: Bearer</code>:</p>
    <pre>curl -d email=ada@example.org -d name=Ada ${issuer}/tokens</pre>`;
}

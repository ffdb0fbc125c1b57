import { createHash, randomBytes } from 'node:crypto';
import type { SignInSettings } from '../src/config.ts';

export interface Tokens {
  readonly access_token: string;
  readonly id_token: string;
}

/** Goes through code and PKCE as a browser and a client would, saying who one is on the way. */
export async function signIn(
  { issuer, clientId, clientSecret = '', audience }: SignInSettings,
  redirectUri: string,
  person: { email: string; name: string },
): Promise<Tokens> {
  const browser = createBrowser();
  const verifier = randomBytes(32).toString('base64url');
  const question = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email profile',
    resource: audience,
    redirect_uri: redirectUri,
    state: 'state',
    nonce: 'nonce',
    code_challenge_method: 'S256',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  });
  const loginPage = await browser.follow(`${issuer}/auth?${question.toString()}`, redirectUri);
  const back = await browser.follow(loginPage, redirectUri, new URLSearchParams(person));
  const answer = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code: new URL(back).searchParams.get('code') ?? '',
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Tokens;
}

/** Follows redirects with cookies, to the page that is shown in the end or to `end`. */
function createBrowser() {
  const cookies = new Map<string, string>();
  return {
    async follow(start: string, end: string, form?: URLSearchParams): Promise<string> {
      let url = start;
      let body = form;
      for (;;) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const init = { headers: { cookie }, redirect: 'manual' as const };
        const answer = await fetch(url, body === undefined ? init : { ...init, method: 'POST', body });
        for (const header of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) return url;
        [url, body] = [new URL(location, url).href, undefined];
        if (url.startsWith(end)) return url;
      }
    },
  };
}

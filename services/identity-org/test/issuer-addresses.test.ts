import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { systemClock } from '@assay/chassis/clock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIssuer } from '../src/oidc/issuer.ts';

/** The requests by the server that got them. */
const requests: string[] = [];
const servers: Server[] = [];
let origin = '';
let elsewhere = '';
let keys = '';

async function listen(name: string): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    requests.push(`${name} ${url}`);
    const metadata = { issuer: origin, jwks_uri: keys, authorization_endpoint: `${origin}/auth` };
    if (url === '/moved') response.writeHead(302, { location: `${elsewhere}/keys` });
    else response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(url === '/keys' ? { keys: [] } : metadata));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}`;
}
beforeAll(async () => {
  origin = await listen('issuer');
  elsewhere = await listen('elsewhere');
});
afterAll(() => {
  for (const server of servers) server.close();
});

/** Fetches the keys of the issuer as the check of its health does. Resolves to the requests. */
async function fetchKeys(address: string, endpointOrigins: readonly string[] = []) {
  keys = address;
  const options = {
    issuer: origin,
    endpointOrigins,
    clientId: 'client',
    clientSecret: 'secret',
    audience: 'audience',
  };
  let check: () => Promise<unknown> = () => Promise.reject(new Error('the issuer has no check'));
  const addRemote = (_name: string, own: typeof check) => {
    check = own;
    return () => undefined;
  };
  createIssuer(options, { clock: systemClock, dependencies: { addRemote } });
  const outcome = await check().then(
    () => 'fetched',
    (error: unknown) => String(error),
  );
  return [outcome, ...requests.splice(0).slice(1)];
}

it('sends requests to its own origin', async () => {
  expect(await fetchKeys(`${origin}/keys`)).toEqual(['fetched', 'issuer /keys']);
});

it('sends none to another origin that its metadata name, unless the operator set it', async () => {
  const [outcome, ...sent] = await fetchKeys(`${elsewhere}/keys`);
  expect(outcome).toContain(`The settings name no address at ${elsewhere}`);
  expect(sent).toEqual([]);
  expect(await fetchKeys(`${elsewhere}/keys`, [elsewhere])).toEqual(['fetched', 'elsewhere /keys']);
});

it('follows no redirect', async () => {
  const [outcome, ...sent] = await fetchKeys(`${origin}/moved`, [elsewhere]);
  expect(outcome).toContain('answered 302');
  expect(sent).toEqual(['issuer /moved']);
});

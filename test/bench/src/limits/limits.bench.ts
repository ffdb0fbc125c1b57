/** Requests accepted from one address, one organization and a payment provider before they are limited. */
import { randomUUID } from 'node:crypto';
import { adminUrl } from '@assay/local/platform/environment';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { newApiKey, newOrganization } from '@assay/test-kit/organizations';
import { createRest } from '@assay/test-kit/rest';
import { createMockProvider } from '../../../../services/billing/src/payments/mock-provider.ts';
import { startBenchPlatform } from '../bench-platform.ts';
import { presentGateway, startGateway } from '../gateway/gateway-process.ts';
import { printTable, say } from '../report.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { reportSlowSenders, sendSlowParts } from './slow-senders.ts';

const strangersKeys = 1_000;
const paymentEvents = 160;
const keyCount = 5;
const keyLimit = 40;
const organizationLimit = 60;
const noLimit = '1000000';
/** The commit before which every gateway was as the rows `before` say. */
const since = '0299b15';

type Statuses = ReadonlyMap<number, number>;

/** How often each status was answered; 20 requests at a time. */
async function ask(count: number, request: (index: number) => Promise<Response>): Promise<Statuses> {
  const statuses = new Map<number, number>();
  let asked = 0;
  const lane = async (): Promise<void> => {
    while (asked < count) {
      asked += 1;
      const response = await request(asked);
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: 20 }, lane));
  return statuses;
}

const everyPart = { UPLOAD_PARTS: '1000', UPLOAD_PARTS_PER_ORGANIZATION: '1000' };
const roomy = await startBenchPlatform(await temporaryFolder(), everyPart);
const unlimitedParts = await sendSlowParts(roomy).finally(() => roomy.stop());
const bench = await startBenchPlatform(await temporaryFolder());
const { platform } = bench;

/** A gateway that counts apart from every other. */
const open = (variables: Readonly<Record<string, string>>) =>
  startGateway(
    bench,
    presentGateway(platform, { REDIS_KEY_PREFIX: `${randomUUID()}:`, ...variables }),
    '/v2/limits',
  );

/** How many credentials identity-org has looked up so far. */
async function lookups(): Promise<number> {
  const response = await fetch(`${adminUrl('identity-org', platform.layout.ports)}/metrics`);
  const { path } = AuthenticationServiceService.authenticateApiKey;
  const lines = (await response.text()).split('\n').filter((line) => line.includes(`rpc="${path}"`));
  const handled = lines.filter((line) => line.startsWith('assay_rpcs_total'));
  return handled.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Random keys, and what they cost identity-org. */
async function tryKeys(title: string, baseUrl: string): Promise<{ looked: number; row: string[] }> {
  const before = await lookups();
  const startedAt = performance.now();
  const statuses = await ask(strangersKeys, () =>
    fetch(`${baseUrl}/v2/limits`, { headers: { 'x-api-key': `assay_${randomUUID()}` } }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const looked = (await lookups()) - before;
  return {
    looked,
    row: [title, looked.toString(), told(statuses, 401), told(statuses, 429), seconds.toFixed(1)],
  };
}

/** Events as the mock provider signs them, beside strangers who have used up what their address has. */
async function deliverEvents(baseUrl: string): Promise<readonly [events: Statuses, strangers: Statuses]> {
  const owner = createRest(platform.baseUrl, platform.apiKey);
  const { id: organizationId } = await newOrganization(owner);
  const checkout = { successUrl: 'https://example.org/paid', cancelUrl: 'https://example.org/canceled' };
  const url = `/v2/organizations/${organizationId}/billing/top-ups`;
  const { body: topUp } = await owner.post(url, { amountCents: 500, ...checkout });
  const { paymentMockSecret: secret } = platform.layout.secrets;
  const mock = createMockProvider({ secret, publicUrl: platform.baseUrl });
  const about = { kind: 'expired', topUpId: topUp.id as string, amountCents: 500, currency: 'EUR' } as const;
  const strangers = await ask(paymentEvents, () => fetch(`${baseUrl}/v2/limits`));
  const events = await ask(paymentEvents, (index) => {
    const { body, signature } = mock.report({ ...about, id: `event_${index.toString()}` }, new Date());
    const headers = { 'content-type': 'application/json', 'x-assay-signature': signature };
    return fetch(`${baseUrl}/v2/payments/mock/webhook`, { method: 'POST', headers, body: Buffer.from(body) });
  });
  return [events, strangers];
}

/** As many requests of each key as one may make in a window, and half as many again. */
async function askTogether(baseUrl: string): Promise<Statuses> {
  const owner = createRest(platform.baseUrl, platform.apiKey);
  const { id } = await newOrganization(owner);
  const keys = await Promise.all(
    Array.from({ length: keyCount }, () => newApiKey(owner, { organizationIds: [id] })),
  );
  return ask(keyCount * keyLimit * 1.5, (index) =>
    fetch(`${baseUrl}/v2/limits`, { headers: { 'x-api-key': keys[index % keyCount]?.key ?? '' } }),
  );
}

const told = (statuses: Statuses, status: number): string => (statuses.get(status) ?? 0).toString();

try {
  const keyLimits = { RATE_LIMIT_AUTHENTICATED: keyLimit.toString() };
  const present = await open({ RATE_LIMIT_AUTHENTICATED: '3000' });
  const before = await open({
    ...keyLimits,
    RATE_LIMIT_ANONYMOUS: noLimit,
    RATE_LIMIT_ORGANIZATION: noLimit,
  });
  const limited = await open({ ...keyLimits, RATE_LIMIT_ORGANIZATION: organizationLimit.toString() });

  const allLooked = await tryKeys('every key is looked up, as before', before.baseUrl);
  const someLooked = await tryKeys('default settings', present.baseUrl);
  say(`${strangersKeys.toString()} random keys from one address (goal: 150 lookups, then 10 a second)`);
  printTable(['', 'lookups', '401', '429', 'seconds'], allLooked.row, someLooked.row);
  say(`before ${since} 886 of them were answered 429, and looked up all the same`);

  const [events, strangers] = await deliverEvents(present.baseUrl);
  say(
    `\n${paymentEvents.toString()} validly signed payment events beside strangers of the same address (goal: no 429)`,
  );
  printTable(
    ['', '200', '401', '429'],
    [
      'the strangers, with whom events counted before',
      told(strangers, 200),
      told(strangers, 401),
      told(strangers, 429),
    ],
    ['the events', told(events, 200), told(events, 401), told(events, 429)],
  );

  const apart = await askTogether(before.baseUrl);
  const together = await askTogether(limited.baseUrl);
  const goal = `at most ${organizationLimit.toString()}`;
  say(
    `\n${keyCount.toString()} keys of one organization, each with a limit of ${keyLimit.toString()} (goal: ${goal})`,
  );
  printTable(
    ['', '200', '429'],
    ['each key by itself, as before', told(apart, 200), told(apart, 429)],
    [
      `an organization's limit of ${organizationLimit.toString()} beside it`,
      told(together, 200),
      told(together, 429),
    ],
  );

  // One second more may have begun than passed.
  const seconds = Number(someLooked.row.at(-1));
  const isMet =
    (await reportSlowSenders(bench, unlimitedParts)) &&
    someLooked.looked <= 150 + 10 * (Math.ceil(seconds) + 1) &&
    told(events, 200) === paymentEvents.toString() &&
    told(together, 200) === organizationLimit.toString();
  say(`\ngoals: ${isMet ? 'met' : 'MISSED'}`);
  if (!isMet) process.exitCode = 1;
  await Promise.all([present, before, limited].map((gateway) => gateway.stop()));
} finally {
  await bench.stop();
}

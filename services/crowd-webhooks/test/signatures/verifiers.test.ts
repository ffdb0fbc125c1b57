import { newId } from '@assay/chassis/ids';
import { eventually } from '@assay/test-kit/eventually';
import { createRandom } from '@assay/test-kit/seeded-random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildHeaders } from '../../src/domain/webhooks/delivery/sign.ts';
import { createSigningKeys } from '../../src/domain/webhooks/webhook/secret.ts';
import { receiveEvent } from '../../src/domain/webhooks/event/receive-event.ts';
import { createWebhook } from '../../src/domain/webhooks/webhook/create-webhook.ts';
import { newSecret } from '../../src/domain/webhooks/webhook/secret.ts';
import { createParts, receiveCall } from '../parts.ts';
import { startReceiver } from '../receiver.ts';
import type { Receiver } from '../receiver.ts';
import { start } from '../start.ts';
import type { Started } from '../start.ts';
import { buildBody } from './bodies.ts';
import { countPython, countStandard, countStripe } from './verifiers.ts';
import type { SignedRequest } from './verifiers.ts';

const seed = 27;

async function countAccepted(requests: readonly SignedRequest[]) {
  const python = await countPython(requests);
  return { standard: countStandard(requests), stripe: countStripe(requests), python };
}

const expectAll = async (requests: readonly SignedRequest[], count: number): Promise<void> => {
  const accepted = { standard: count, stripe: count, python: [count, count] };
  expect(await countAccepted(requests)).toEqual(accepted);
};

/** Signs deliveries as the service does. Every fourth one is signed during a grace period, and verified by either secret. */
function signDeliveries(count: number): readonly SignedRequest[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const secrets = index % 4 === 0 ? [newSecret(), newSecret()] : [newSecret()];
    const body = buildBody(random, index);
    const facts = { id: newId(), eventId: newId(), event: 'run.completed', webhookId: newId() };
    const headers = buildHeaders({
      delivery: { ...facts, body },
      keys: secrets.map(createSigningKeys),
      now: new Date(),
    });
    const secret = secrets[index % 8 === 0 ? secrets.length - 1 : 0] ?? '';
    return { secret, headers: lowerNames(headers), body: Buffer.from(body) };
  });
}

/** A receiver reads the names of headers in lower case. */
function lowerNames(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Changes one bit of the body, or the secret. */
function spoil(request: SignedRequest, index: number): SignedRequest {
  if (index % 2 === 0) return { ...request, secret: newSecret() };
  const body = Buffer.from(request.body);
  const at = index % body.length;
  body.writeUInt8(body.readUInt8(at) ^ 1, at);
  return { ...request, body };
}

describe('10,000 signed deliveries', () => {
  it('are verified from their raw bytes by Standard Webhooks, Stripe and Python', async () => {
    await expectAll(signDeliveries(10_000), 10_000);
  });

  it('are refused by all of them when a bit or the secret differs', async () => {
    await expectAll(signDeliveries(500).map(spoil), 0);
  });
});

describe('deliveries of the running service', () => {
  let [receiver, running]: [Receiver, Started] = [] as never;
  beforeAll(async () => {
    receiver = await startReceiver();
    running = await start([receiver]);
  });
  afterAll(async () => {
    await running.stop();
    await receiver.stop();
  });

  it('are verified by all of them, with odd bodies', async () => {
    const parts = createParts(running);
    const call = receiveCall(running);
    const { organizationId } = call;
    const owner = { kind: 'job', id: newId() } as const;
    const input = { owner, url: receiver.origin, description: '', eventTypes: ['answer.accepted'] };
    const { secret } = await createWebhook(parts, call, input);
    const random = createRandom(seed);
    const bodies = Array.from({ length: 300 }, (_, index) => buildBody(random, index));
    for (const body of bodies) {
      const facts = { id: newId(), organizationId, name: 'answer.accepted', owner };
      await receiveEvent(parts, { ...facts, body, occurredAt: running.clock.now() });
    }
    await eventually(() => {
      expect(receiver.requests).toHaveLength(bodies.length);
    });
    const texts = receiver.requests.map(({ body }) => body.toString());
    expect(texts.toSorted()).toEqual(bodies.toSorted());
    await expectAll(
      receiver.requests.map((request) => ({ ...request, secret })),
      bodies.length,
    );
  });
});

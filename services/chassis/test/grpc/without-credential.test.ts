import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { createUnimplementedRpcs } from '@assay/test-kit/unimplemented-rpcs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor, CallContext } from '../../src/call-context.ts';
import { systemClock } from '../../src/clock.ts';
import { createChannel } from '../../src/grpc/client.ts';
import type { Channel } from '../../src/grpc/client.ts';
import { serve } from '../../src/grpc/serve.ts';
import { startGrpcServer } from '../../src/grpc/server.ts';
import { createRuntime } from '../../src/process/runtime.ts';
import type { Runtime } from '../../src/process/runtime.ts';
import { createTokenSigner, createTokenVerifier } from '../../src/tokens/internal-token.ts';
import { principalTokens } from '../../src/tokens/token-source.ts';
import type { TokenSource } from '../../src/tokens/token-source.ts';
import { buildCall } from './scratchpad.ts';
import { tokenKeys } from './token-keys.ts';

let [runtime, address, tokens]: [Runtime, string, TokenSource] = [] as never;
const channels: Channel[] = [];
let received: CallContext[] = [];

beforeAll(async () => {
  const { privateKey, publicKey } = await tokenKeys('gateway');
  tokens = principalTokens(createTokenSigner(privateKey, systemClock), systemClock);
  runtime = createRuntime('crowd-webhooks', { logLevel: 'silent' });
  const record = (_deps: unknown, call: CallContext) => {
    received.push(call);
    return Promise.resolve({ job: undefined, introduction: undefined, guestsAllowed: true });
  };
  const rpcs = { ...createUnimplementedRpcs(WorkServiceService), getWorkerJob: record };
  address = await startGrpcServer({
    runtime,
    host: '127.0.0.1',
    port: 0,
    verifier: createTokenVerifier({ keys: [publicKey] }, systemClock),
    services: [serve(WorkServiceService, {}, rpcs)],
  });
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  for (const channel of channels) channel.close();
  await runtime.lifecycle.stop();
});

/** Calls the rpc over the stream of the gateway, with the token that `source` creates for the call. */
function getJob(actor: Actor, source: TokenSource = tokens) {
  const channel = createChannel({ address, tokens: source });
  channels.push(channel);
  const call = buildCall({ actor, organizationId: 'organization', clientAddress: '203.0.113.7' });
  return channel.client(WorkServiceService).getWorkerJob(call, { jobId: 'job' });
}

describe('an rpc that can be called without a credential', () => {
  it('receives an anonymous client in no organization, with its address', async () => {
    await getJob({ kind: 'anonymous' });
    expect(received).toMatchObject([
      { actor: { kind: 'anonymous' }, organizationId: '', clientAddress: '203.0.113.7' },
    ]);
  });

  it('receives a guest and a person as they are', async () => {
    const guest = { kind: 'guest', guestId: 'guest', jobId: 'job' } as const;
    const person = buildCall().actor;
    for (const actor of [guest, person]) await getJob(actor);
    expect(received[0]).toMatchObject({ actor: guest, organizationId: 'organization' });
    expect(received[1]).toMatchObject({ actor: person, organizationId: 'organization' });
  });

  it('refuses a token that is not valid, although none would do', async () => {
    const forged: TokenSource = { ...tokens, forCall: () => Promise.resolve('forged') };
    expect(await catchRefusal(getJob({ kind: 'anonymous' }, forged))).toMatchObject({
      status: 'UNAUTHENTICATED',
    });
    expect(received).toEqual([]);
  });
});

import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { runChild } from '@assay/local/processes/run-child';
import { reachProgram, requireOnlyGateway, strangerManifests } from '../src/cluster/strangers.ts';
import { kubernetesVersions } from '../src/paths.ts';
import { ofKind, podsOf } from '../src/pods.ts';
import type { Manifest } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { validate } from '../src/validate.ts';

const missing = missingForCharts();
const gateway = 'assay-gateway-http:8080';
const billing = 'assay-billing:50051';

it('tells which addresses answer', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const open = `127.0.0.1:${(server.address() as AddressInfo).port.toString()}`;
  const environment = { ADDRESSES: JSON.stringify(['127.0.0.1:1', open]), SETTLE_MS: '0' };
  const child = { command: process.execPath, args: [reachProgram], environment, output: 'kept' } as const;
  const { stdout } = await runChild(child);
  server.close();
  expect(JSON.parse(stdout)).toEqual([open]);
});

it.each([
  [[gateway], [], 'only the gateway'],
  [[gateway, billing], [gateway, billing], 'not checked, because this cluster enforces no policies'],
])('a stranger who reaches %j, when a muted pod reaches %j, has reached %s', (stranger, muted, told) => {
  expect(requireOnlyGateway({ stranger: JSON.stringify(stranger), muted: JSON.stringify(muted) })).toBe(told);
});

it.each([
  [[gateway, billing], 'a pod without a policy reaches assay-billing:50051'],
  [[], 'a pod without a policy does not reach assay-gateway-http:8080'],
])('complains of a stranger who reaches %j where policies are enforced', (stranger, message) => {
  expect(() => requireOnlyGateway({ stranger: JSON.stringify(stranger), muted: '[]' })).toThrow(message);
});

it.skipIf(missing !== undefined)(
  `comes from pods that are valid (${missing ?? 'kubeconform is there'})`,
  async () => {
    const { items } = strangerManifests('assay/gateway:under-test', [gateway]) as {
      items: readonly Manifest[];
    };
    const text = items.map((item) => JSON.stringify(item)).join('\n---\n');
    expect((await validate(text, kubernetesVersions[0])).problems).toEqual([]);
    expect(podsOf(ofKind(items, 'Pod'))).toHaveLength(2);
  },
);

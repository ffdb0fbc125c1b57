/** Two replicas of mcp are replaced one after the other under load; no call notices it. */
import { setTimeout as pause } from 'node:timers/promises';
import { createMcpClient, eras } from '@assay/test-kit/mcp/mcp-client';
import type { Era } from '@assay/test-kit/mcp/mcp-client';
import { startMcpReplicas } from '@assay/test-kit/mcp/mcp-replicas';
import type { McpReplicas } from '@assay/test-kit/mcp/mcp-replicas';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';

const rounds = process.env['FAULTS'] === 'whole' ? 10 : 1;
/** The time in which a Service takes a replica out before it stops (`preStopSeconds`), here shorter. */
const preStopMs = 200;

let platform: SharedPlatform;
let mcp: McpReplicas;

beforeAll(async () => {
  platform = await joinPlatform();
  mcp = await startMcpReplicas(platform, { count: 2, balanced: 'connections' });
});
afterAll(async () => {
  await mcp.stop();
  await platform.stop();
});

it('answers every call while the replicas are replaced', { timeout: 600_000 }, async () => {
  let isOver = false;
  let answered = 0;
  const work = async (era: Era): Promise<void> => {
    const client = createMcpClient(mcp.baseUrl, era, { 'x-api-key': platform.apiKey });
    while (!isOver) {
      const { status, body } = await client.request('tools/call', { name: 'list_projects', arguments: {} });
      expect([status, body.result?.structuredContent?.limit]).toEqual([200, 20]);
      answered += 1;
    }
  };
  const working = Promise.all([...eras, ...eras, ...eras].map(work));
  const replaceAll = async (): Promise<void> => {
    for (let replaced = 0; replaced < rounds * mcp.replicas.length; replaced += 1) {
      const index = replaced % mcp.replicas.length;
      mcp.balancer.excluded.add(index);
      await pause(preStopMs);
      await mcp.replicas[index]?.process.restart();
      mcp.balancer.excluded.delete(index);
    }
    isOver = true;
  };
  await Promise.all([working, replaceAll()]);
  const { forwarded } = mcp.balancer;
  process.stdout.write(`${answered.toString()} calls over ${forwarded.join(' and ')} connections\n`);
  expect(Math.min(...forwarded)).toBeGreaterThan(0);
});

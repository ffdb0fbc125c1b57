import { runConformance } from '@assay/test-kit/mcp/conformance/run-conformance';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startKeyedProxy } from './keyed-proxy.ts';
import type { KeyedProxy } from './keyed-proxy.ts';
import { eras } from '@assay/test-kit/mcp/mcp-client';

let platform: SharedPlatform;
let proxy: KeyedProxy;

beforeAll(async () => {
  platform = await joinPlatform();
  proxy = await startKeyedProxy(platform.baseUrl, platform.apiKey);
});
afterAll(async () => {
  proxy.close();
  await platform.stop();
});

it.each(eras)('the endpoint passes the conformance suite for %s', async (revision) => {
  await expect(runConformance(proxy.url, { revision, target: 'endpoint' })).resolves.toBeUndefined();
});

import { createTestPlatform } from '@assay/test-kit/test-platform';
import { expect, it } from 'vitest';
import { guest, guestToken, guestTokenSha256 } from '../credentials.ts';
import { startSampleServices } from '../sample-services.ts';
import { gatewayEnvironment } from '../start-gateway.ts';
import { startProcess } from '../start-process.ts';

it('the most detailed log names a guest by its id, and has neither its token nor the hash of it', async () => {
  const platform = createTestPlatform();
  const services = await startSampleServices(platform);
  const { baseUrl, log, stop } = await startProcess({
    ...gatewayEnvironment(platform, services.address),
    LOG_LEVEL: 'trace',
  });
  const headers = { authorization: `Bearer ${guestToken}`, connection: 'close' };
  const bad = { ...headers, authorization: `Bearer ${guestToken.slice(0, -1)}x` };
  expect((await fetch(`${baseUrl}/v2/worker/profile`, { headers })).status).toBe(200);
  expect((await fetch(`${baseUrl}/v2/projects`, { headers })).status).toBe(401);
  expect((await fetch(`${baseUrl}/v2/worker/profile`, { headers: bad })).status).toBe(401);
  await services.stop();
  expect((await fetch(`${baseUrl}/v2/worker/profile`, { headers: bad })).status).toBeGreaterThanOrEqual(401);
  await stop();
  const text = log.join('\n');
  expect(text).toContain(guest.guestId);
  expect(text).not.toContain(guestToken.slice(0, -1));
  expect(text).not.toContain(guestTokenSha256);
});

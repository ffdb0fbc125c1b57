import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerAddresses } from '@assay/local/servers/start-servers';
import { launchPlatform } from '../launched-platform.ts';
import type { LaunchedPlatform } from '../launched-platform.ts';

/** What a test file is told of the platform it shares with others. */
export type PlatformDescription = Pick<LaunchedPlatform, 'baseUrl' | 'apiKey' | 'layout'>;

/** Files come from one address and one person, which are no limits of what they test. */
const variables = {
  RATE_LIMIT_ANONYMOUS: '100000000',
  RATE_LIMIT_AUTHENTICATED: '100000000',
  RATE_LIMIT_ORGANIZATION: '100000000',
};

/**
 * One platform for all test files of a run that have no need of their own. It starts when the first of them asks for its
 * description at `url`, so that a run without such files starts none.
 */
export async function offerPlatform(servers: ServerAddresses) {
  let launching: Promise<LaunchedPlatform> | undefined;
  const listener = createServer((_request, response) => {
    launching ??= launchPlatform({ servers, variables });
    launching.then(
      ({ baseUrl, apiKey, layout }) => {
        const description: PlatformDescription = { baseUrl, apiKey, layout };
        response.end(JSON.stringify(description));
      },
      (error: unknown) => {
        // Whoever asks next may have more luck.
        launching = undefined;
        response.writeHead(500).end(String(error));
      },
    );
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port.toString()}/`,
    async stop(): Promise<void> {
      listener.close();
      listener.closeAllConnections();
      await (await launching?.catch(() => undefined))?.stop();
    },
  };
}

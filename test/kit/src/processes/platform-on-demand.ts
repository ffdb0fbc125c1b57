import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePorts } from '@assay/local/platform/ports';
import type { ServerAddresses } from '@assay/local/servers/start-servers';
import { launchPlatform } from '../launched-platform.ts';
import type { LaunchedPlatform } from '../launched-platform.ts';
import { findMailWith, startMailReceiver } from '../servers/receive-mails.ts';
import type { MailReceiver } from '../servers/receive-mails.ts';
import { startTestIssuer } from '../test-issuer.ts';
import type { TestIssuer } from '../test-issuer.ts';

/** The properties of the shared platform that test files receive. */
export interface PlatformDescription extends Pick<LaunchedPlatform, 'baseUrl' | 'apiKey' | 'layout'> {
  /** Its configuration, for a further gateway of it. */
  readonly variables: Readonly<Record<string, string>>;
}

interface OfferedPlatform {
  readonly platform: LaunchedPlatform;
  readonly receiver: MailReceiver;
  readonly issuer: TestIssuer;
}

/** All test files share one client address and one owner, so no limit of either may refuse their requests. */
const variables = {
  RATE_LIMIT_ANONYMOUS: '100000000',
  RATE_LIMIT_AUTHENTICATED: '100000000',
  RATE_LIMIT_ORGANIZATION: '100000000',
  API_KEYS_PER_KEY: '100000',
  API_KEYS_PER_USER: '100000',
  INVITATIONS_PER_DAY: '100000',
  // Webhooks reach this address alone, at which nothing listens, and names do not resolve.
  WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1:9',
  WEBHOOK_DNS_SERVERS: '127.0.0.1:9',
  // A gateway that misses the notification of a change keeps its cached principal, and the test that expects the change fails.
  PRINCIPAL_CACHE_MS: '600000',
};

/**
 * Offers one platform to all test files of a run that need none of their own. It starts when the first of them requests its
 * description at `url`, so that a run without such files starts none. `url` also answers for its mails and its issuer.
 */
export async function offerPlatform(servers: ServerAddresses) {
  let launching: Promise<OfferedPlatform> | undefined;
  const listener = createServer((request, response) => {
    launching ??= launch(servers).catch((error: unknown) => {
      // The next request tries again.
      launching = undefined;
      throw error;
    });
    launching
      .then((offered) => respond(new URL(request.url ?? '/', 'http://localhost'), offered, response))
      .catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port.toString()}/`,
    async stop(): Promise<void> {
      listener.close();
      listener.closeAllConnections();
      const offered = await launching?.catch(() => undefined);
      await offered?.platform.stop();
      await offered?.issuer.stop();
      await offered?.receiver.stop();
    },
  };
}

async function launch(servers: ServerAddresses): Promise<OfferedPlatform> {
  const [port = 0] = await freePorts(1);
  const receiver = await startMailReceiver();
  const issuer = await startTestIssuer(`http://127.0.0.1:${port.toString()}/v2/auth/callback`);
  const mail = { smtpUrl: receiver.smtpUrl, from: 'Assay <assay@example.org>' };
  const platform = await launchPlatform({ servers, port, mail, signIn: issuer.settings, variables });
  return { platform, receiver, issuer };
}

async function respond(
  { pathname, searchParams }: URL,
  { platform, receiver, issuer }: OfferedPlatform,
  response: ServerResponse,
): Promise<void> {
  if (pathname === '/mail') {
    const mail = findMailWith(receiver.mails, searchParams.get('words') ?? '');
    response.writeHead(mail === undefined ? 404 : 200).end(JSON.stringify(mail));
  } else if (pathname === '/access-token') {
    response.end(
      await issuer.accessToken(searchParams.get('email') ?? '', searchParams.get('name') ?? undefined),
    );
  } else {
    const { baseUrl, apiKey, layout } = platform;
    const description: PlatformDescription = { baseUrl, apiKey, layout, variables };
    response.end(JSON.stringify(description));
  }
}

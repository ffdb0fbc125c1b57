import { inject } from 'vitest';
import { openConnections } from '../connections.ts';
import { eventually } from '../eventually.ts';
import type { LaunchedPlatform } from '../launched-platform.ts';
import type { Inbox } from '../servers/mail-inbox.ts';
import { newApiKey, newOrganization } from '../organizations.ts';
import type { ReceivedEmail } from '../servers/receive-mails.ts';
import { createRest } from '../rest.ts';
import type {} from '../set-up/infrastructure.ts';
import type { TestIssuer } from '../test-issuer.ts';
import type { PlatformDescription } from './platform-on-demand.ts';

/** The platform of the whole test run, as one test file sees it: with an organization of its own. */
export interface SharedPlatform extends PlatformDescription, Pick<LaunchedPlatform, 'connect' | 'stop'> {
  readonly organizationId: string;
  /** All mails of the platform; find those of the test by an id in their text. */
  readonly inbox: Inbox;
  /** People sign in at it; each test file invents addresses of its own. */
  readonly issuer: Pick<TestIssuer, 'accessToken'>;
}

/**
 * Joins the platform that test files share, and starts it when it is not there yet. The key is that of an admin of a new
 * organization. A file that kills or configures processes, or counts across organizations, launches a platform of its own.
 */
export async function joinPlatform(): Promise<SharedPlatform> {
  const answer = await requestOffer('');
  if (!answer.ok) throw new Error(`the shared platform did not start: ${await answer.text()}`);
  const { baseUrl, apiKey, ...description } = (await answer.json()) as PlatformDescription;
  const owner = createRest(baseUrl, apiKey);
  const { id } = await newOrganization(owner);
  const { key } = await newApiKey(owner, { organizationIds: [id], role: 'admin' });
  const connections = openConnections(description.layout);
  return {
    ...description,
    baseUrl,
    apiKey: key,
    organizationId: id,
    inbox: { awaitMailWith },
    issuer: { accessToken: requestAccessToken },
    connect: (service, issuer) => connections.connect(service, issuer),
    stop() {
      connections.close();
      return Promise.resolve();
    },
  };
}

function awaitMailWith(words: string): Promise<ReceivedEmail> {
  return eventually(async () => {
    const answer = await requestOffer('mail', { words });
    if (!answer.ok) throw new Error(`no mail with ${words}`);
    return (await answer.json()) as ReceivedEmail;
  });
}

async function requestAccessToken(email: string, name = email): Promise<string> {
  return (await requestOffer('access-token', { email, name })).text();
}

function requestOffer(path: string, query: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(new URL(`${path}?${new URLSearchParams(query).toString()}`, inject('platformUrl')));
}

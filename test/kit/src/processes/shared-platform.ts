import { inject } from 'vitest';
import { openConnections } from './connections.ts';
import type { LaunchedPlatform } from '../launched-platform.ts';
import { newApiKey, newOrganization } from '../organizations.ts';
import { createRest } from '../rest.ts';
import type {} from '../set-up/infrastructure.ts';
import type { PlatformDescription } from './platform-on-demand.ts';

/** The platform of the whole test run, as one test file sees it: with an organization of its own. */
export type SharedPlatform = Pick<LaunchedPlatform, 'baseUrl' | 'apiKey' | 'layout' | 'connect' | 'stop'>;

/**
 * Joins the platform that test files share: it is there already, or soon. The key is that of an admin of a new organization.
 * Whoever kills or configures processes, or counts what all organizations have, launches a platform of its own.
 */
export async function joinPlatform(): Promise<SharedPlatform> {
  const answer = await fetch(inject('platformUrl'));
  if (!answer.ok) throw new Error(`the shared platform did not start: ${await answer.text()}`);
  const { baseUrl, apiKey, layout } = (await answer.json()) as PlatformDescription;
  const owner = createRest(baseUrl, apiKey);
  const { id } = await newOrganization(owner);
  const { key } = await newApiKey(owner, { organizationIds: [id], role: 'admin' });
  const connections = openConnections(layout);
  return {
    ...{ baseUrl, apiKey: key, layout },
    connect: (service, issuer) => connections.connect(service, issuer),
    stop() {
      connections.close();
      return Promise.resolve();
    },
  };
}

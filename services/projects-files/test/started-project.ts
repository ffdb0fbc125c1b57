import type { EventConnection } from '@assay/chassis/events/connection';
import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { callBy } from '@assay/test-kit/test-platform';
import { newProject } from './new-project.ts';
import { start } from './start.ts';
import type { Started } from './start.ts';

/** A running projects-files, a project in it, and a caller whose it is. */
export async function startWithProject(overrides: Readonly<Record<string, string>> = {}) {
  const running = await start(overrides);
  const call = callBy();
  return { running, call, projectId: await newProject(running, call) };
}

/** Another client of the service's NATS, to be closed after the service. */
export function connectEvents({ config }: Started): Promise<EventConnection> {
  const { natsUrl: url, natsNamespace: namespace } = config;
  const logger = createLogger({ name: 'test', level: 'silent' });
  return connectNats({ url, name: 'test', logger, namespace });
}

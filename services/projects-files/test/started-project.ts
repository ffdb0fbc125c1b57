import type { EventConnection } from '@assay/chassis/events/connection';
import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import type { EnrichmentStatus, File } from '@assay/proto/files/v1/file';
import { eventually } from '@assay/test-kit/eventually';
import { callBy } from '@assay/test-kit/test-platform';
import { expect } from 'vitest';
import { newProject } from './new-project.ts';
import { start } from './start.ts';
import type { Started } from './start.ts';

/** A running projects-files, a project in it, and a caller whose it is. */
export async function startWithProject(overrides: Readonly<Record<string, string>> = {}) {
  const running = await start(overrides);
  const call = callBy();
  const projectId = await newProject(running, call);
  const read = async (fileId: string): Promise<File> => {
    const { file } = await running.files.getFile(call, { fileId, projectId });
    if (file === undefined) throw new Error('no file');
    return file;
  };
  return {
    running,
    call,
    projectId,
    /** Uploads a file; resolves to its id. */
    store: async (bytes: Uint8Array): Promise<string> => {
      const { file } = await running.uploader.upload(call, projectId, { bytes });
      return file?.id ?? '';
    },
    read,
    /** Waits until the reading of a file stands so; resolves to the file. */
    becomes: (fileId: string, status: EnrichmentStatus): Promise<File> =>
      eventually(async () => {
        const file = await read(fileId);
        expect(file.enrichmentStatus).toBe(status);
        return file;
      }),
  };
}

export type StartedProject = Awaited<ReturnType<typeof startWithProject>>;

/** The same with a client of the service's NATS. */
export async function startWithEvents() {
  const { running, call, projectId } = await startWithProject();
  const events = await connectEvents(running);
  return {
    running,
    call,
    projectId,
    events,
    stop: async () => {
      await running.stop();
      await events.close();
    },
  };
}

/** Another client of the service's NATS, to be closed after the service. */
export function connectEvents({ config }: Started): Promise<EventConnection> {
  const { natsUrl: url, natsNamespace: namespace } = config;
  const logger = createLogger({ name: 'test', level: 'silent' });
  return connectNats({ url, name: 'test', logger, namespace });
}

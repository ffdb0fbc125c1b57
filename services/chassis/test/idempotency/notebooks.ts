import { ProjectType } from '@assay/proto/projects/v1/project';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import type { CreateProjectResponse } from '@assay/proto/projects/v1/projects_service';
import { createMovingClock } from '@assay/test-kit/moving-clock';
import { callBy, createTestPlatform } from '@assay/test-kit/test-platform';
import type { RunningService } from '../../src/process/boot/boot-service.ts';
import type { OutgoingCall } from '../../src/call-context.ts';
import type { Channel } from '../../src/grpc/client.ts';
import { newId } from '../../src/ids.ts';
import { connectMongo } from '../../src/mongo/connect.ts';
import { notebookName, notesCollection, prepareNotebook, startNotebook } from './notebook.ts';
import { servers } from '../servers.ts';

/** Writes a note with a call. `isReplay` is true when the answer repeats an earlier one. */
export type WriteNote = (
  call: OutgoingCall,
  name: string,
) => Promise<CreateProjectResponse & { readonly isReplay: boolean }>;

/** Starts the service twice, like two processes, with one database and one clock. */
export async function startNotebooks() {
  const clock = createMovingClock();
  const platform = createTestPlatform(clock);
  const environment = platform.environment(notebookName);
  const mongo = await connectMongo({
    uri: servers.mongodb.uri,
    database: platform.database,
    appName: 'test',
  });
  await prepareNotebook(environment);
  const channels: Channel[] = [];
  const running: RunningService[] = [];
  const hooks: { onWritten?: (() => Promise<void> | void) | undefined } = {};
  const connect = (address: string | undefined): WriteNote => {
    const channel = platform.connect(address);
    channels.push(channel);
    return writer(channel);
  };
  const startService = async (overrides: Readonly<Record<string, string>> = {}): Promise<RunningService> => {
    const options = { clock, onWritten: () => hooks.onWritten?.() };
    const service = await startNotebook({ ...environment, ...overrides }, options);
    running.push(service);
    return service;
  };
  return {
    clock,
    db: mongo.db,
    environment,
    hooks,
    connect,
    startService,
    one: connect((await startService()).grpcAddress),
    other: connect((await startService()).grpcAddress),
    notesNamed: (name: string): Promise<number> =>
      mongo.db.collection(notesCollection).countDocuments({ name }),
    async stop() {
      for (const channel of channels) channel.close();
      await Promise.all(running.map((service) => service.stop()));
      await mongo.close();
    },
  };
}

function writer(channel: Channel): WriteNote {
  const projects = channel.client(ProjectsServiceService);
  return async (call, name) => {
    let isReplay = false;
    const onReplayed = (): void => void (isReplay = true);
    const request = { name, description: undefined, type: ProjectType.STANDARD };
    return { ...(await projects.createProject({ ...call, onReplayed }, request)), isReplay };
  };
}

/** Creates a call with a new idempotency key. */
export function keyed(
  overrides: Parameters<typeof callBy>[0] = {},
): OutgoingCall & { readonly idempotencyKey: string } {
  return { ...callBy(overrides), idempotencyKey: newId() };
}

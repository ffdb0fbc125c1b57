import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import type { LaunchPlan } from '../processes/process-handle.ts';
import type { LaunchContext, ServerDefinition } from './definition.ts';
import { buildJvmServers, onJava } from './jvm-servers.ts';
import type { JvmServers } from './jvm-servers.ts';

const innerPort = 27_017;
const connectMs = 2_000;

export const mongodb: ServerDefinition = {
  name: 'mongodb',
  label: 'MongoDB',
  variable: 'MONGODB_URI',
  binary: 'mongod',
  launch: async (binary, { port, dataDir }) =>
    Promise.resolve({
      command: binary,
      args: ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dataDir, '--nounixsocket'],
    }),
  embedded: {
    label: async (toolbox) => onJava('mongo-java-server', toolbox),
    prepare: async (build) => {
      const servers = await buildJvmServers(build);
      return async (context) => Promise.resolve(launchEmbedded(servers, context));
    },
  },
  container: () => ({
    image: 'mongo:8',
    innerPort: innerPort,
    innerDataDir: '/data/db',
    command: [],
    environment: {},
    files: {},
  }),
  ready: async ({ port }) => pingMongo(localUri(port)),
};

export function localUri(port: number): string {
  return `mongodb://127.0.0.1:${String(port)}`;
}

export async function pingMongo(uri: string): Promise<void> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: connectMs,
    connectTimeoutMS: connectMs,
    socketTimeoutMS: connectMs,
  });
  try {
    await client.db('admin').command({ ping: 1 });
  } finally {
    await client.close();
  }
}

/** With more threads, a reader now and then gets half of a document that is replaced meanwhile, which MongoDB never answers. */
const oneThread = '-Dio.netty.eventLoopThreads=1';

function launchEmbedded(
  { java, classpath }: JvmServers,
  { port, dataDir, persistent }: LaunchContext,
): LaunchPlan {
  const file = persistent ? [join(dataDir, 'documents.mv.db')] : [];
  return {
    command: java,
    args: [
      ...['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx1g', oneThread],
      ...['-cp', classpath, 'EmbeddedMongo', String(port), ...file],
    ],
  };
}

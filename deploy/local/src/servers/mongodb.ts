import { delimiter, join } from 'node:path';
import { MongoClient } from 'mongodb';
import type { LaunchPlan } from '../processes/process-handle.ts';
import { buildEmbeddedMongo } from './build-embedded-mongo.ts';
import type { LaunchContext, ServerDefinition } from './definition.ts';

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
    label: 'mongo-java-server',
    build: buildEmbeddedMongo,
    launch: async (tool, context) => Promise.resolve(launchEmbedded(tool, context)),
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

function launchEmbedded(tool: string, { port, dataDir, persistent }: LaunchContext): LaunchPlan {
  const classpath = [join(tool, 'classes'), join(tool, 'lib', '*')].join(delimiter);
  const file = persistent ? [join(dataDir, 'documents.mv.db')] : [];
  return {
    command: 'java',
    args: [
      ...['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xmx1g', '-cp', classpath],
      ...['EmbeddedMongo', String(port), ...file],
    ],
  };
}

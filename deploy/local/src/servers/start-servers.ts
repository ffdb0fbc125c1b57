import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalConfig, S3Address } from '../config.ts';
import type { LaunchContext, NatsPasswords, S3Keys, ServerName, Source } from './definition.ts';
import { dockerBackend } from './docker.ts';
import { provideFfmpeg } from './ffmpeg.ts';
import { localUri, mongodb } from './mongodb.ts';
import { perProcess } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { nats, natsUrl } from './nats.ts';
import { redis } from './redis.ts';
import { ensureBucket, localAddress, s3 } from './s3.ts';
import { randomS3Keys } from './s3-keys.ts';
import type { ContainerBackend, RunningServer, StartServerOptions } from './start-options.ts';
import { startServer } from './start-server.ts';
import { toolboxOf } from './toolbox.ts';

export type StartServersOptions = Omit<
  StartServerOptions,
  's3Keys' | 'containers' | 'toolbox' | 'underway'
> & {
  s3Keys?: S3Keys;
  containers?: ContainerBackend;
};

/** Where the servers answer. Redis may be missing: limits and caches then live in each process's memory. */
export interface ServerAddresses {
  readonly mongodb: { uri: string };
  /** The URL has the user `operator` if NATS asks for a user. */
  readonly nats: { readonly url: string; readonly urls?: Readonly<Record<ProcessName, string>> };
  readonly s3: S3Address;
  readonly redis: { url: string } | undefined;
  /** The program that decodes audio and video; undefined where there is none. */
  readonly ffmpegPath?: string | undefined;
  /** Whether it may run where the kernel refuses namespaces. */
  readonly mayRunFfmpegUnconfined?: boolean;
}

export interface RunningServers extends ServerAddresses {
  readonly sources: Record<ServerName, Source>;
  /** Those this process started; a server named by the environment is not among them. */
  readonly processes: Partial<Record<ServerName, RunningServer>>;
  stop(): Promise<void>;
}

/**
 * Resolves every backing server and starts what has to be started, on free ports of 127.0.0.1.
 * @throws {BuildError} when a tool cannot be built, {StartError} when a server does not answer; nothing is left running
 */
export async function startServers(options: StartServersOptions): Promise<RunningServers> {
  const s3Keys = options.s3Keys ?? randomS3Keys();
  const containers = options.containers ?? dockerBackend;
  await mkdir(join(options.stateDir, 'logs'), { recursive: true });
  const toolbox = toolboxOf(options.config);
  const together = { s3Keys, containers, toolbox, underway: new Map<string, Promise<string>>() };
  const { signal = new AbortController().signal } = options;
  const { toolCache, inherited: environment, external } = options.config;
  const build = { toolCache, environment, signal, given: external.ffmpeg, ...together };
  const ffmpeg = provideFfmpeg(build, options.onProgress);
  // Whoever it fails is told when the servers have been started.
  ffmpeg.catch(() => undefined);
  const outcomes = await Promise.allSettled(
    [mongodb, nats, s3, redis].map(async (definition) =>
      startServer(definition, { ...options, ...together }),
    ),
  );
  const started = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value);
  const processes: Partial<Record<ServerName, RunningServer>> = {};
  for (const { name, running } of started) if (running !== undefined) processes[name] = running;
  const stop = async (): Promise<void> => {
    await Promise.all(Object.values(processes).map(async (server) => server.stop()));
  };
  try {
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    const addresses = composeAddresses(options.config, processes, { ...options, s3Keys });
    await ensureBucket(addresses.s3);
    const sources = Object.fromEntries(started.map(({ name, source }) => [name, source]));
    const { path: ffmpegPath, mayRunUnconfined: mayRunFfmpegUnconfined = false } = (await ffmpeg) ?? {};
    const decoder = { ffmpegPath, mayRunFfmpegUnconfined };
    return { ...addresses, ...decoder, sources: completeSources(sources), processes, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function composeAddresses(
  { external }: LocalConfig,
  processes: Partial<Record<ServerName, RunningServer>>,
  { s3Keys, natsPasswords }: Pick<LaunchContext, 's3Keys' | 'natsPasswords'>,
): ServerAddresses {
  const redisUrl = external.redisUrl ?? url('redis', processes.redis);
  return {
    mongodb: { uri: external.mongodbUri ?? localUri(portOf(processes.mongodb)) },
    nats:
      external.natsUrl === undefined
        ? natsAddresses(portOf(processes.nats), natsPasswords)
        : { url: external.natsUrl },
    s3: external.s3 ?? localAddress(portOf(processes.s3), s3Keys),
    redis: redisUrl === undefined ? undefined : { url: redisUrl },
  };
}

/** With users, each process has a URL of its own. */
function natsAddresses(port: number, passwords: NatsPasswords | undefined): ServerAddresses['nats'] {
  const host = `127.0.0.1:${String(port)}`;
  const operator = { url: natsUrl(host, 'operator', passwords) };
  if (passwords === undefined) return operator;
  return { ...operator, urls: perProcess((name) => natsUrl(host, name, passwords)) };
}

function url(scheme: string, server: RunningServer | undefined): string | undefined {
  return server === undefined ? undefined : `${scheme}://127.0.0.1:${String(server.port)}`;
}

function portOf(server: RunningServer | undefined): number {
  if (server === undefined) throw new Error('a required server was not started');
  return server.port;
}

function completeSources(sources: Partial<Record<ServerName, Source>>): RunningServers['sources'] {
  return { mongodb: 'none', nats: 'none', s3: 'none', redis: 'none', ...sources };
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalConfig } from '../config.ts';
import { freePorts } from '../platform/ports.ts';
import { StartError, startProcess } from '../processes/restartable-process.ts';
import type { PlanLaunch, ReportProgress, ServerDefinition, ServerName } from './definition.ts';
import { toolboxOf } from './toolbox.ts';
import { describeSource, resolveServer } from './resolve.ts';
import type { Resolution } from './resolve.ts';
import type { RunningServer, ServerProgress, StartedServer, StartServerOptions } from './start-options.ts';

type ResolvedOptions = StartServerOptions &
  Required<Pick<StartServerOptions, 'toolbox' | 'underway'>> & { readonly report: ReportProgress };

const attempts = 5;
const readyMs = 60_000;

export async function startServer(
  definition: ServerDefinition,
  options: StartServerOptions,
): Promise<StartedServer> {
  const {
    config,
    containers,
    toolbox = toolboxOf(config),
    underway = new Map<string, Promise<string>>(),
  } = options;
  const tell = (kind: ServerProgress['kind'], line: string): void => {
    options.onProgress({ server: definition.label, kind, line });
  };
  const report = (line: string): void => {
    tell('working', line);
  };
  const { resolution, notices } = await resolveServer(definition, {
    ...toolbox,
    isGiven: ({ name }) => isGiven(config, name),
    provideImage: async () => containers.provide(imageOf(definition, options), { ...options, report }),
  });
  notices.forEach((notice) => {
    tell('notice', notice);
  });
  tell('resolved', await describeSource(definition, resolution.source, toolbox));
  const started = { name: definition.name, source: resolution.source };
  if (resolution.source === 'environment' || resolution.source === 'none') {
    if (resolution.source === 'environment') tell('ready', '');
    return { ...started, running: undefined };
  }
  const running = await startResolved(definition, resolution, { ...options, toolbox, underway, report });
  if (running === undefined) {
    tell('absent', await describeSource(definition, 'none', toolbox));
    return { name: definition.name, source: 'none', running };
  }
  tell('ready', `127.0.0.1:${String(running.port)}`);
  return { ...started, running };
}

function imageOf({ container }: ServerDefinition, { s3Keys, natsPasswords }: StartServerOptions): string {
  return container({ port: 0, dataDir: '', persistent: false, s3Keys, natsPasswords }).image;
}

/** Undefined for a server that could not be had and is not indispensable. */
async function startResolved(
  definition: ServerDefinition,
  resolution: Resolution,
  options: ResolvedOptions,
): Promise<RunningServer | undefined> {
  if (resolution.source === 'docker') return options.containers.start(definition, options);
  const plan = await localLaunch(definition, resolution, options).catch((error: unknown) => {
    if (definition.embedded?.optional === undefined) throw error;
    return undefined;
  });
  return plan === undefined ? undefined : startLocally(definition, plan, options);
}

/** Starts a planned process on a free port; another one when somebody took it meanwhile. */
export async function startLocally(
  definition: ServerDefinition,
  plan: PlanLaunch,
  options: Omit<StartServerOptions, 'containers'>,
): Promise<RunningServer> {
  const dataDir = join(options.stateDir, 'data', definition.name);
  const logFile = join(options.stateDir, 'logs', `${definition.name}.log`);
  await mkdir(dataDir, { recursive: true });
  for (let attempt = 1; ; attempt += 1) {
    const [port = 0] = await freePorts(1);
    const { s3Keys, natsPasswords } = options;
    const context = { port, dataDir, persistent: options.mode === 'persistent', s3Keys, natsPasswords };
    const launch = await plan(context);
    try {
      const running = await startProcess(
        {
          name: definition.label,
          plan: { ...launch, environment: { ...options.config.inherited, ...launch.environment } },
          logFile,
          readyTimeoutMs: readyMs,
          ready: async (signal) => definition.ready(context, signal),
        },
        options.guardian,
      );
      return {
        ...running,
        port,
        get pid() {
          return running.pid;
        },
      };
    } catch (error) {
      if (attempt >= attempts || !isPortTaken(error)) throw error;
    }
  }
}

async function localLaunch(
  definition: ServerDefinition,
  resolution: Resolution,
  { config, toolbox, underway, report, signal = new AbortController().signal }: ResolvedOptions,
): Promise<PlanLaunch> {
  if (resolution.source === 'path') return async (context) => definition.launch(resolution.binary, context);
  const { embedded } = definition;
  if (embedded === undefined) throw new Error(`${definition.label} has no embedded default`);
  const { toolCache, inherited: environment } = config;
  return embedded.prepare({ toolCache, environment, report, toolbox, underway, signal });
}

function isPortTaken(error: unknown): boolean {
  return (
    error instanceof StartError &&
    /address (already )?in use|EADDRINUSE|bind/i.test(error.logLines.join('\n'))
  );
}

function isGiven({ external }: LocalConfig, name: ServerName): boolean {
  const addresses = {
    mongodb: external.mongodbUri,
    nats: external.natsUrl,
    s3: external.s3,
    redis: external.redisUrl,
  };
  return addresses[name] !== undefined;
}

import { startAdmin } from '../admin.ts';
import type { Consumer } from '../../events/consumer.ts';
import { startGrpcServer } from '../../grpc/server.ts';
import type { ServedService } from '../../grpc/serve.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import { openIdempotency } from '../../idempotency/open-idempotency.ts';
import { startPeriodicTask } from '../periodic-task.ts';
import type { PeriodicTask } from '../periodic-task.ts';
import { createRuntime } from '../runtime.ts';
import { stoppable } from '../run.ts';
import type { Running } from '../run.ts';
import { stopTimes } from '../stop-times.ts';
import { openBase } from './service-base.ts';
import type { BaseConfig, BootOptions, ServiceBase } from './service-base.ts';
import type { ServiceResources } from './resources.ts';

/** The parts that a service builds on its base. */
export interface ServiceParts {
  /** The gRPC services, served in role `api`. */
  readonly rpcs: readonly ServedService[];
  /** The consumers, started in role `worker` and stopped after the last call was answered. */
  readonly consumers?: readonly Consumer[];
  /** The periodic tasks, each started in its role and stopped after the consumers, before the resources that `compose` opened. */
  readonly tasks?: readonly PeriodicTask[];
}

export interface ServiceDefinition extends ServiceResources {
  /**
   * Builds stores, clients and handlers. It registers everything that it opens with `runtime.lifecycle.onStop`; these steps run after
   * the last call and event, and before NATS and MongoDB are closed.
   */
  readonly compose: (base: ServiceBase) => ServiceParts | Promise<ServiceParts>;
}

export interface RunningService extends Running {
  /** `host:port`. undefined without role `api`. */
  readonly grpcAddress: string | undefined;
  readonly adminAddress: string;
}

/** Starts a service in the configured roles. When it rejects, everything that was opened is closed. */
export async function bootService(
  definition: ServiceDefinition,
  config: BaseConfig,
  options: BootOptions = {},
): Promise<RunningService> {
  const runtime = createRuntime(definition.name, config, options.clock);
  const { start } = runtime.readiness;
  start.begin();
  try {
    const at = { host: config.adminHost, port: config.adminPort };
    const adminAddress = await startAdmin(runtime, at);
    const base = await openBase({ resources: definition, config, runtime, options });
    const parts = await definition.compose(base);
    const idempotency = openIdempotency(base, parts.rpcs, config);
    startTasks(base, parts.tasks ?? [], config);
    if (config.roles.includes('worker')) startConsumers(base, parts.consumers ?? []);
    const grpcAddress = config.roles.includes('api')
      ? await serveRpcs({ base, services: parts.rpcs, idempotency, config })
      : undefined;
    start.complete();
    runtime.logger.info({ roles: config.roles, grpcAddress, adminAddress }, 'started');
    return { grpcAddress, adminAddress, ...stoppable(runtime, config) };
  } catch (error) {
    await runtime.lifecycle.stop();
    throw error;
  }
}

function startTasks({ runtime }: ServiceBase, tasks: readonly PeriodicTask[], config: BaseConfig): void {
  for (const task of tasks) {
    if (task.role === undefined || config.roles.includes(task.role)) startPeriodicTask(runtime, task);
  }
}

function startConsumers({ runtime }: ServiceBase, consumers: readonly Consumer[]): void {
  const { handlersMs, releaseMs } = stopTimes;
  const stop = async (): Promise<void> => {
    await Promise.all(consumers.map((consumer) => consumer.stop(handlersMs)));
  };
  runtime.lifecycle.onStop('consumers', stop, handlersMs + releaseMs);
  for (const consumer of consumers) consumer.start();
}

interface ServedParts {
  readonly base: ServiceBase;
  readonly services: readonly ServedService[];
  readonly idempotency: Idempotency | undefined;
  readonly config: BaseConfig;
}

function serveRpcs(input: ServedParts): Promise<string> {
  const { base, services, idempotency, config } = input;
  const { runtime, verifier } = base;
  const at = { host: config.grpcHost, port: config.grpcPort };
  const { callDrainTimeoutMs: drainTimeoutMs } = config;
  return startGrpcServer({ runtime, verifier, idempotency, services, drainTimeoutMs, ...at });
}

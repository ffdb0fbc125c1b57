import { Server, ServerCredentials } from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import { addReflection } from './reflection.ts';
import { createUnaryHandler } from './unary-handler.ts';
import type { UnaryHandlerOptions } from './unary-handler.ts';
import type { ServedService } from './serve.ts';

export interface GrpcServerOptions extends UnaryHandlerOptions {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly services: readonly ServedService[];
}

const drainTimeoutMs = 10_000;
const maxMessageBytes = 16 * 1024 * 1024;

/**
 * Serves gRPC with health and reflection, and answers only calls that carry a valid internal token and that the
 * contract's access rules allow. Returns `host:port`.
 */
export async function startGrpcServer(options: GrpcServerOptions): Promise<string> {
  const { runtime, services } = options;
  const server = new Server({
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.enable_channelz': 0,
  });
  const toUnaryHandler = createUnaryHandler(options);
  for (const { definition, handlers } of services) {
    const methods = Object.entries(definition).map(([name, method]) => {
      const handle = handlers[name];
      if (handle === undefined) throw new Error(`${method.path} has no handler`);
      return [name, toUnaryHandler(method, handle)] as const;
    });
    server.addService(definition, Object.fromEntries(methods));
  }
  const names = services.flatMap(({ definition }) => [
    ...new Set(Object.values(definition).map(serviceName)),
  ]);
  addReflection(server, [...names, 'grpc.health.v1.Health', 'grpc.reflection.v1.ServerReflection']);
  const health = new HealthImplementation(
    Object.fromEntries(['', ...names].map((name) => [name, 'SERVING'])),
  );
  health.addToServer(server);
  const port = await bind(server, `${options.host}:${String(options.port)}`);
  runtime.lifecycle.onStop('grpc server', () => {
    for (const name of ['', ...names]) health.setStatus(name, 'NOT_SERVING');
    return drain(server);
  });
  return `${options.host}:${String(port)}`;
}

function serviceName({ path }: { path: string }): string {
  return path.split('/')[1] ?? '';
}

function bind(server: Server, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve(port);
      else reject(error);
    });
  });
}

/** Lets calls in flight finish, then closes; cuts what is still open after the drain time. */
function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.forceShutdown();
      resolve();
    }, drainTimeoutMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

import { GenericContainer, getContainerRuntimeClient, ImageName } from 'testcontainers';
import { freePorts } from '@assay/local/platform/ports';
import type { LaunchContext, ServerDefinition } from '@assay/local/servers/definition';
import { untilAnswering } from '@assay/local/servers/readiness';
import type {
  ContainerBackend,
  ContainerOptions,
  ImageAvailability,
  RunningServer,
} from '@assay/local/servers/start-options';

const readyMs = 60_000;

/** Starts servers in containers that are removed with their data, also when the test run is killed. */
export const testcontainersBackend: ContainerBackend = {
  provide: provideImage,
  start: startContainer,
};

async function provideImage(name: string, { report }: ContainerOptions): Promise<ImageAvailability> {
  const client = await getContainerRuntimeClient().catch(() => undefined);
  if (client === undefined) return { isHere: false };
  const image = ImageName.fromString(name);
  if (await client.image.exists(image)) return { isHere: true };
  report(`pulling ${name}`);
  return client.image.pull(image).then(
    () => ({ isHere: true }),
    (error: unknown) => ({ isHere: false, why: `${name} cannot be pulled: ${String(error)}` }),
  );
}

async function startContainer(
  definition: ServerDefinition,
  options: ContainerOptions,
): Promise<RunningServer> {
  const [port = 0] = await freePorts(1);
  const { s3Keys, natsPasswords } = options;
  const context: LaunchContext = { port, dataDir: '', persistent: false, s3Keys, natsPasswords };
  const plan = definition.container(context);
  options.report(`starting ${plan.image}`);
  const container = await new GenericContainer(plan.image)
    .withExposedPorts({ container: plan.innerPort, host: port })
    .withCommand([...plan.command])
    .withEnvironment(plan.environment)
    .withCopyContentToContainer(Object.entries(plan.files).map(([target, content]) => ({ target, content })))
    .start();
  const ready = async (): Promise<void> => untilAnswering(definition, context, readyMs);
  await ready();
  return {
    name: definition.label,
    logFile: `docker logs ${container.getId()}`,
    port,
    pid: undefined,
    async restart() {
      await container.restart();
      await ready();
    },
    async kill() {
      const client = await getContainerRuntimeClient();
      await client.container.getById(container.getId()).kill();
    },
    async stop() {
      await container.stop();
    },
    // A container is not restarted. The test that needs it fails with its own message.
    onDeath: () => undefined,
  };
}

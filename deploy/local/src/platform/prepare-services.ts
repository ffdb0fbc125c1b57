import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepareService } from '@assay/chassis/process/boot/prepare-service';
import type { PrepareConfig } from '@assay/chassis/process/boot/prepare-service';
import type { ServiceResources } from '@assay/chassis/process/boot/resources';
import { processes } from '@assay/proto/processes';
import type { ServiceName } from '@assay/proto/processes';
import { projectRoot } from '../config.ts';

/** What the services are prepared in: the environment of each. */
export type Preparations = Readonly<Record<ServiceName, Readonly<Record<string, string>>>>;

interface ServiceModules {
  readonly configFrom: (environment: Readonly<Record<string, string>>) => PrepareConfig;
  readonly declareResources: (config: PrepareConfig) => ServiceResources;
}

// Prepares all services in one process, since most of the time goes into loading what they share. The parent says where.
process.once('message', (preparations: Preparations) => {
  prepareAll(preparations).then(
    () => {
      process.disconnect();
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
});

async function prepareAll(preparations: Preparations): Promise<void> {
  const services = Object.entries(preparations) as [ServiceName, Preparations[ServiceName]][];
  await Promise.all(
    services.map(async ([name, environment]) => {
      const { configFrom, declareResources } = await loadModules(name);
      const config = configFrom(environment);
      await prepareService(declareResources(config), config);
    }),
  );
}

async function loadModules(name: ServiceName): Promise<ServiceModules> {
  const load = (file: string): Promise<unknown> =>
    import(pathToFileURL(join(projectRoot, processes[name].folder, 'src', file)).href);
  const [config, resources] = await Promise.all([load('config.ts'), load('resources.ts')]);
  // Every service has these files, and a test holds what they export.
  return { ...(config as object), ...(resources as object) } as ServiceModules;
}

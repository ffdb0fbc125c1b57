import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { calleeVariables } from '@assay/local/platform/environment';
import type { PlatformPorts } from '@assay/local/platform/environment';
import { runChild } from '@assay/local/processes/run-child';
import { processes, processNames, serviceNames } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { createNames } from '@assay/test-kit/processes/names';
import { createDeployment } from './deployment.ts';
import type { Deployment, RolloutTimes } from './deployment.ts';
import { startPod } from './pod.ts';
import type { Pod, PodOptions, PodTemplate } from './pod.ts';
import type { Release } from './release.ts';

type Variables = Readonly<Record<string, string>>;

/** A release and what is put on top of its processes' variables. */
export interface Installation {
  readonly release: Release;
  readonly variables: (name: ProcessName) => Variables;
}

/** One Deployment for each role of each process, whose pods find each other by name. */
export interface Cluster {
  readonly deployments: readonly Deployment[];
  /** The pods of a process that others call. */
  serving(name: ProcessName): readonly Pod[];
  /** What the pre-upgrade Job does. */
  prepare(installation: Installation): Promise<void>;
  /** Replaces all pods of a process, those of all its roles at the same time. */
  rollOut(name: ProcessName, installation: Installation): Promise<void>;
  /** Resolves when no pod of the process is terminating any more. */
  settled(name: ProcessName): Promise<void>;
  stop(): Promise<void>;
}

export interface ClusterOptions extends Omit<PodOptions, 'nodeArgs'> {
  readonly folder: string;
  readonly ports: PlatformPorts;
  readonly replicas: number;
  readonly times: RolloutTimes;
}

const roles = ['api', 'worker', 'relay'] as const;

/** By which a process is found, as by a headless service. */
export const nameOf = (name: ProcessName): string => `${name}.assay.test`;

export function createCluster(options: ClusterOptions): Cluster {
  const { ports, replicas, times } = options;
  const names = createNames(join(options.folder, 'names.json'));
  const podOptions = { ...options, nodeArgs: names.options.args };
  // A network of its own, so that every pod of a process serves on the same port.
  const network = `127.${String(randomInt(16, 250))}.${String(randomInt(256))}`;
  let podCount = 0;

  const deploymentsOf = new Map<ProcessName, readonly Deployment[]>(
    processNames.map((name) => [
      name,
      rolesOf(name).map((role) => open(role === '' ? name : `${name}-${role}`)),
    ]),
  );
  const of = (name: ProcessName): readonly Deployment[] => deploymentsOf.get(name) ?? [];
  const serving = (name: ProcessName): readonly Pod[] => of(name)[0]?.pods ?? [];

  function open(name: string): Deployment {
    const start = (deployment: string, template: PodTemplate): Pod => {
      podCount += 1;
      const address = `${network}.${String(podCount)}`;
      return startPod(`${deployment}-${String(podCount)}`, address, template, podOptions);
    };
    return createDeployment({ name, replicas, times, startPod: start, onChange: publishNames });
  }

  function publishNames(): void {
    const entries = processNames.map((name) => [nameOf(name), serving(name).map(({ address }) => address)]);
    names.publish(Object.fromEntries(entries) as Record<string, string[]>);
  }

  function environmentOf(name: ProcessName, { release, variables }: Installation): Variables {
    return {
      ...release.environments[name],
      ...calleeVariables(name, ports, { hostOf: nameOf }),
      // The network of a cluster is not this machine's; here both are.
      GRPC_PLAINTEXT: 'anywhere',
      ...names.options.environment,
      SHUTDOWN_TIMEOUT_MS: String(times.graceMs - 5_000),
      ...variables(name),
    };
  }

  publishNames();
  return {
    deployments: [...deploymentsOf.values()].flat(),
    serving,
    async prepare(installation) {
      const { root, name: release } = installation.release;
      await Promise.all(
        serviceNames.map(async (name) => {
          const { exitCode, output } = await runChild({
            command: process.execPath,
            workingDirectory: root,
            output: 'kept',
            args: ['--conditions=source', join(root, processes[name].folder, 'src/commands/prepare.ts')],
            environment: { ...options.inherited, ...environmentOf(name, installation) },
          });
          if (exitCode !== 0) throw new Error(`${release} does not prepare ${name}:\n${output}`);
        }),
      );
    },
    async rollOut(name, installation) {
      const { root } = installation.release;
      const environment = environmentOf(name, installation);
      const common = { folder: processes[name].folder, root, ports: ports[name] };
      await Promise.all(
        of(name).map((deployment, place) => {
          const role = rolesOf(name)[place] ?? '';
          const own = role === '' ? {} : { ROLES: role };
          return deployment.rollOut({ ...common, environment: { ...environment, ...own } });
        }),
      );
    },
    async settled(name) {
      await Promise.all(of(name).map((deployment) => deployment.settled()));
    },
    async stop() {
      for (const name of processNames.toReversed()) {
        await Promise.all(of(name).map((deployment) => deployment.stop()));
      }
    },
  };
}

/** The role that others call first; an edge has none. */
function rolesOf(name: ProcessName): readonly string[] {
  return processes[name].serves.length > 0 ? roles : [''];
}

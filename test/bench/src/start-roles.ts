import { join } from 'node:path';
import { projectRoot, readConfig } from '@assay/local/config';
import { environmentOf, localHost, stopGraceMs } from '@assay/local/platform/environment';
import { freePorts } from '@assay/local/platform/ports';
import { startProcess } from '@assay/local/processes/restartable-process';
import type { RestartableProcess } from '@assay/local/processes/restartable-process';
import { processes } from '@assay/proto/processes';
import type { BenchPlatform } from './bench-platform.ts';

type Service = 'crowd-webhooks' | 'datasets';

export interface RolesOptions {
  readonly service: Service;
  /** The name of the process in its log file. */
  readonly label: string;
  readonly roles: string;
  /** The ports of the process that the platform started; by default free ones. */
  readonly ports?: { readonly grpc: number; readonly admin: number };
  /** Added to the environment. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Starts a process of a service with some of its roles. */
export async function startRoles(
  { platform: { layout }, folder, guardian }: Omit<BenchPlatform, 'servers' | 'stop'>,
  { service, label, roles, ports: own, variables = {} }: RolesOptions,
): Promise<RestartableProcess> {
  const [grpc = 0, admin = 0] = own === undefined ? await freePorts(2) : [own.grpc, own.admin];
  const ports = { ...layout.ports, [service]: { grpc, admin } };
  const environment = { ...environmentOf(service, { ...layout, ports }), ...variables, ROLES: roles };
  const main = join(projectRoot, processes[service].folder, 'src/main.ts');
  return startProcess(
    {
      name: `${service} ${label}`,
      plan: {
        command: process.execPath,
        args: ['--conditions=source', main],
        environment: { ...readConfig().inherited, ...environment },
        workingDirectory: projectRoot,
      },
      logFile: join(folder, `${service}-${label}.log`),
      readyTimeoutMs: 60_000,
      graceMs: stopGraceMs,
      ready: async (signal) => {
        const { status } = await fetch(`http://${localHost}:${admin.toString()}/readyz`, { signal });
        if (status !== 200) throw new Error(`answered ${status.toString()}`);
      },
    },
    guardian,
  );
}

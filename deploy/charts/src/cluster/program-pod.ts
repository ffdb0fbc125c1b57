import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProgramPod {
  readonly name: string;
  /** Has Node. */
  readonly image: string;
  /** The name of a file in this folder. */
  readonly program: string;
  readonly environment: readonly EnvironmentVariable[];
  readonly labels?: Readonly<Record<string, string>>;
}

/** As in a container. */
type EnvironmentVariable = { readonly name: string } & (
  { readonly value: string } | { readonly valueFrom: unknown }
);

/** A pod that runs a program of this folder once, and the ConfigMap that holds it; `restricted` admits it. */
export function programPod({
  name,
  image,
  program,
  environment,
  labels = {},
}: ProgramPod): readonly unknown[] {
  const container = {
    name,
    image,
    imagePullPolicy: 'IfNotPresent',
    command: ['node', `/etc/program/${program}`],
    env: environment,
    volumeMounts: [{ name: 'program', mountPath: '/etc/program' }],
    securityContext: {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    },
  };
  const spec = {
    automountServiceAccountToken: false,
    restartPolicy: 'Never',
    terminationGracePeriodSeconds: 1,
    securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [container],
    volumes: [{ name: 'program', configMap: { name } }],
  };
  const data = { [program]: readFileSync(programPath(program), 'utf8') };
  return [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data },
    { apiVersion: 'v1', kind: 'Pod', metadata: { name, labels }, spec },
  ];
}

export function listOf(items: readonly unknown[]): unknown {
  return { apiVersion: 'v1', kind: 'List', items };
}

export function programPath(program: string): string {
  return join(import.meta.dirname, program);
}

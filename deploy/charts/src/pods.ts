import type { Manifest } from './render.ts';

/** A pod, or the template of one. */
export interface Pod {
  readonly owner: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: PodSpec;
}

interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext: {
    readonly runAsNonRoot?: boolean;
    readonly runAsUser?: number;
    readonly seccompProfile?: { readonly type: string };
  };
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly volumes: readonly Readonly<Record<string, unknown>>[];
  readonly nodeSelector?: Readonly<Record<string, string>>;
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: readonly Variable[];
  readonly volumeMounts: readonly { readonly name: string }[];
  readonly resources: {
    readonly requests: Readonly<Record<string, string>>;
    readonly limits: Readonly<Record<string, string>>;
  };
  readonly securityContext: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly privileged?: boolean;
    readonly readOnlyRootFilesystem?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
  };
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: {
    readonly secretKeyRef?: SecretReference;
    readonly fieldRef?: { readonly fieldPath: string };
  };
}

export interface SecretReference {
  readonly name: string;
  readonly key: string;
  readonly optional?: boolean;
}

interface Template {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: PodSpec;
}

/** Every pod that these objects would run. The manifests were held against the schemas of Kubernetes, which say these shapes. */
export function podsOf(manifests: readonly Manifest[]): readonly Pod[] {
  return manifests.flatMap((manifest) => {
    const template = templateOf(manifest);
    if (template === undefined) return [];
    const owner = `${manifest.kind} ${manifest.metadata.name}`;
    return [{ owner, labels: template.metadata.labels, spec: template.spec }];
  });
}

/** Everything that runs in a pod, in its order. */
export function containersOf({ spec: { initContainers = [], containers } }: Pod): readonly Container[] {
  return [...initContainers, ...containers];
}

function templateOf(manifest: Manifest): Template | undefined {
  switch (manifest.kind) {
    case 'Deployment':
    case 'StatefulSet':
    case 'Job':
      return (manifest['spec'] as { template: Template }).template;
    case 'CronJob':
      return (manifest['spec'] as { jobTemplate: { spec: { template: Template } } }).jobTemplate.spec
        .template;
    case 'Pod':
      return manifest as unknown as Template;
    default:
      return undefined;
  }
}

export function ofKind(manifests: readonly Manifest[], kind: string): readonly Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind);
}

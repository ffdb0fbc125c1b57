import { ofKind, podsOf } from '../pods.ts';
import type { Pod } from '../pods.ts';
import type { Manifest } from '../render.ts';
import type { ApiClient } from './api-client.ts';

type PodSpec = Pod['spec'];
type Container = PodSpec['containers'][number];

interface Claim {
  readonly metadata: { readonly name: string };
}

/** The pods that controllers would make of these objects: those of a StatefulSet with the volumes it claims. */
export function podsToAdmit(manifests: readonly Manifest[]): readonly Pod[] {
  return manifests.flatMap((manifest) => {
    const { volumeClaimTemplates = [] } = (manifest['spec'] ?? {}) as {
      readonly volumeClaimTemplates?: readonly Claim[];
    };
    const claimed = volumeClaimTemplates.map(({ metadata: { name } }) => ({
      name,
      persistentVolumeClaim: { claimName: `${name}-${manifest.metadata.name}-0` },
    }));
    return podsOf([manifest]).map((pod) => ({
      ...pod,
      spec: { ...pod.spec, volumes: [...pod.spec.volumes, ...claimed] },
    }));
  });
}

/** Makes the accounts that pods run as, of which those of hooks may be gone once the hooks ran. */
export async function createAccounts(
  client: ApiClient,
  namespace: string,
  manifests: readonly Manifest[],
): Promise<void> {
  for (const { metadata } of ofKind(manifests, 'ServiceAccount')) {
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: metadata.name } };
    const { status, message } = await client.create(path, account);
    if (status !== 201 && status !== 409) throw new Error(`ServiceAccount ${metadata.name}: ${message}`);
  }
}

/** What is complained of when the pod is made in a namespace that enforces `restricted`; it is not kept. */
export async function problemsOfPod(
  client: ApiClient,
  namespace: string,
  pod: Pod,
): Promise<readonly string[]> {
  const { status, message, warning } = await tryPod(client, namespace, pod);
  if (status !== 201) return [`${pod.owner}: ${message}`];
  return warning === '' ? [] : [`${pod.owner}: ${warning}`];
}

/** Tries each way to loosen the pod; says how many there are, and which of them Pod Security does not refuse. */
export async function admittedThoughLoosened(
  client: ApiClient,
  namespace: string,
  pod: Pod,
): Promise<{ readonly ways: number; readonly problems: readonly string[] }> {
  const ways = loosenings(pod.spec);
  const tried = ways.map(async ([name, spec]) => {
    const { status, message } = await tryPod(client, namespace, { ...pod, spec });
    const isRefused = status === 403 && message.includes('violates PodSecurity "restricted');
    return isRefused ? [] : [`${pod.owner} with ${name}: ${status} ${message}`];
  });
  return { ways: ways.length, problems: (await Promise.all(tried)).flat() };
}

function tryPod(client: ApiClient, namespace: string, { labels, spec }: Pod) {
  return client.create(`/api/v1/namespaces/${namespace}/pods?dryRun=All`, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { generateName: 'admitted-', labels },
    spec,
  });
}

type Loosened = readonly [name: string, spec: PodSpec];

/** The pod with one field less strict, in each way that `restricted` speaks of. */
function loosenings(spec: PodSpec): readonly Loosened[] {
  const { runAsNonRoot: _nonRoot, ...withoutNonRoot } = spec.securityContext;
  const { seccompProfile: _profile, ...withoutProfile } = spec.securityContext;
  const security = (securityContext: object): PodSpec => ({
    ...spec,
    securityContext: { ...spec.securityContext, ...securityContext },
  });
  const hostPath = { name: 'host', hostPath: { path: '/' } };
  return [
    ['no runAsNonRoot', { ...spec, securityContext: withoutNonRoot }],
    ['runAsNonRoot false', security({ runAsNonRoot: false })],
    ['runAsUser 0', security({ runAsUser: 0 })],
    ['no seccompProfile', { ...spec, securityContext: withoutProfile }],
    ['seccompProfile Unconfined', security({ seccompProfile: { type: 'Unconfined' } })],
    ['hostNetwork', { ...spec, hostNetwork: true }],
    ['hostPID', { ...spec, hostPID: true }],
    ['hostIPC', { ...spec, hostIPC: true }],
    ['a hostPath', { ...spec, volumes: [...spec.volumes, hostPath] }],
    ...containerPlaces(spec).flatMap(loosenedContainers),
  ];
}

interface ContainerPlace {
  readonly container: Container;
  readonly replace: (container: Container) => PodSpec;
}

function containerPlaces(spec: PodSpec): readonly ContainerPlace[] {
  return (['containers', 'initContainers'] as const).flatMap((field) => {
    const containers = spec[field] ?? [];
    return containers.map((container, index) => ({
      container,
      replace: (replaced) => ({ ...spec, [field]: containers.with(index, replaced) }),
    }));
  });
}

function loosenedContainers({ container, replace }: ContainerPlace): readonly Loosened[] {
  const { capabilities: _capabilities, ...withoutCapabilities } = container.securityContext;
  const { allowPrivilegeEscalation: _escalation, ...withoutEscalation } = container.securityContext;
  const ways: Readonly<Record<string, object>> = {
    'no allowPrivilegeEscalation': { securityContext: withoutEscalation },
    'allowPrivilegeEscalation true': {
      securityContext: { ...container.securityContext, allowPrivilegeEscalation: true },
    },
    'no capabilities dropped': { securityContext: withoutCapabilities },
    'NET_ADMIN added': {
      securityContext: { ...container.securityContext, capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] } },
    },
    // Kubernetes itself refuses a privileged container that may not escalate.
    privileged: { securityContext: { ...withoutEscalation, privileged: true } },
    'a hostPort': { ports: [{ containerPort: 1, hostPort: 1 }] },
  };
  return Object.entries(ways).map(([name, fields]) => [
    `${name} in ${container.name}`,
    replace({ ...container, ...fields }),
  ]);
}

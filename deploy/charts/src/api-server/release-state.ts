import { isDeepStrictEqual } from 'node:util';
import type { ApiClient, LiveObject } from './api-client.ts';

/** What a release has in a namespace, by kind and name, as somebody wrote it or the server completed it. */
export type ReleaseState = ReadonlyMap<string, unknown>;

/** Without hooks, which Helm forgets once they ran. */
export async function releaseState(client: ApiClient, namespace: string): Promise<ReleaseState> {
  const objects = await client.objectsIn(namespace);
  return new Map(
    objects
      .filter(({ metadata }) => metadata.annotations?.['meta.helm.sh/release-name'] !== undefined)
      .map((object) => [`${object.kind ?? ''} ${object.metadata.name}`, written(object)]),
  );
}

/** Without what changes with every write, or is counted or chosen by the server. */
function written({ status: _status, metadata, ...object }: LiveObject): unknown {
  const { name, labels, annotations } = metadata;
  const kept = { ...object, metadata: { name, labels, annotations } };
  if (object.kind !== 'Service') return kept;
  const {
    clusterIP,
    clusterIPs: _clusterIps,
    ...spec
  } = object['spec'] as {
    readonly clusterIP?: string;
    readonly clusterIPs?: unknown;
  };
  return { ...kept, spec: { ...spec, isHeadless: clusterIP === 'None' } };
}

/** A line for each object and field in which two states differ. */
export function differences(before: ReleaseState, after: ReleaseState): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    if (!after.has(name)) return [`${name} is gone`];
    if (!before.has(name)) return [`${name} is left over`];
    return differingPaths(before.get(name), after.get(name)).map((path) => `${name}: ${path}`);
  });
}

function differingPaths(before: unknown, after: unknown, path = ''): readonly string[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (!isObject(before) || !isObject(after))
    return [`${path} was ${JSON.stringify(before)} and is ${JSON.stringify(after)}`];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differingPaths(before[key], after[key], `${path}.${key}`));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

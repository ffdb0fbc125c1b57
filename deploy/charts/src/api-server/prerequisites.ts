import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseAllDocuments } from 'yaml';
import type { ApiClient } from './api-client.ts';
import { extensionFiles } from './build-server.ts';

const establishedMs = 60_000;

interface Definition {
  readonly metadata: { readonly labels?: unknown; readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
}

/** Makes what the examples take for granted in a cluster: the kinds of others, and the classes they name. */
export async function createPrerequisites(client: ApiClient): Promise<void> {
  for (const file of await extensionFiles()) {
    for (const document of parseAllDocuments(await readFile(file, 'utf8'))) {
      // These files define kinds and nothing else.
      const definition = document.toJS() as Definition;
      // One of the files is a template of Helm, in its labels alone.
      const { labels: _labels, ...metadata } = definition.metadata;
      const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
      await client.require(path, { ...definition, metadata });
      const { group, names, versions } = definition.spec;
      for (const { name } of versions.filter(({ served }) => served))
        await client.until(`/apis/${group}/${name}/${names.plural}`, establishedMs);
    }
  }
  await client.require('/apis/scheduling.k8s.io/v1/priorityclasses', {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'high' },
    value: 1_000,
  });
  await client.require('/apis/node.k8s.io/v1/runtimeclasses', {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'gvisor' },
    handler: 'runsc',
  });
}

/**
 * Makes a namespace that enforces Pod Security `restricted` and warns of it, with the account that a controller would give it.
 * Resolves to its name, which begins with the given one.
 */
export async function createNamespace(client: ApiClient, prefix: string): Promise<string> {
  const name = `${prefix}-${randomBytes(4).toString('hex')}`;
  const labels = Object.fromEntries(
    ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
  );
  await client.require('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels },
  });
  await client.require(`/api/v1/namespaces/${name}/serviceaccounts`, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'default' },
  });
  return name;
}

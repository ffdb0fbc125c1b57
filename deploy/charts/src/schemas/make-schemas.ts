import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { kubernetesVersions, schemasFolder } from '../paths.ts';
import { isObject, reachable, strictSchema } from './definitions.ts';
import type { Json, JsonObject } from './definitions.ts';
import { downloadModule, extensions } from './extensions.ts';

/** The kinds of Kubernetes that the charts render, by the names of their definitions. */
const kubernetesKinds = [
  'io.k8s.api.apps.v1.Deployment',
  'io.k8s.api.apps.v1.StatefulSet',
  'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  'io.k8s.api.batch.v1.CronJob',
  'io.k8s.api.batch.v1.Job',
  'io.k8s.api.core.v1.ConfigMap',
  'io.k8s.api.core.v1.PersistentVolumeClaim',
  'io.k8s.api.core.v1.Pod',
  'io.k8s.api.core.v1.Secret',
  'io.k8s.api.core.v1.Service',
  'io.k8s.api.core.v1.ServiceAccount',
  'io.k8s.api.networking.v1.Ingress',
  'io.k8s.api.networking.v1.NetworkPolicy',
  'io.k8s.api.policy.v1.PodDisruptionBudget',
];

const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
const definitionsFile = 'definitions.json';

/** Makes `charts/schemas` anew from the Go modules of Kubernetes and of what extends it. Needs Go and its module proxy. */
export async function makeSchemas(): Promise<void> {
  await rm(schemasFolder, { recursive: true, force: true });
  for (const version of kubernetesVersions) await makeKubernetesSchemas(version);
  for (const { module, file } of extensions) await makeExtensionSchemas(await downloadModule(module), file);
}

async function makeKubernetesSchemas(version: string): Promise<void> {
  const module = await downloadModule(`k8s.io/kubernetes@v${version}`);
  const openApi = asJson(JSON.parse(await readFile(join(module, 'api/openapi-spec/swagger.json'), 'utf8')));
  const definitions = objectIn(openApi, 'definitions');
  const folder = join(schemasFolder, `v${version}`);
  const used = reachable(definitions, kubernetesKinds).map((name) => {
    if (name === quantity) return [name, { oneOf: [{ type: 'string' }, { type: 'number' }] }];
    return [name, strictSchema(definitions[name] ?? {})];
  });
  await writeSchema(folder, definitionsFile, { definitions: Object.fromEntries(used) as Json });
  for (const name of kubernetesKinds) {
    const [group = '', version = '', kind = ''] = name.split('.').slice(-3);
    const file = group === 'core' ? `${kind}-${version}` : `${kind}-${group}-${version}`;
    await writeSchema(folder, `${file.toLowerCase()}.json`, {
      $ref: `${definitionsFile}#/definitions/${name}`,
    });
  }
}

async function makeExtensionSchemas(module: string, file: string): Promise<void> {
  for (const document of parseAllDocuments(await readFile(join(module, file), 'utf8'))) {
    const { spec } = document.toJS() as ExtensionDefinition;
    for (const { name, schema } of spec.versions.filter((version) => version.served)) {
      const group = spec.group.split('.')[0] ?? '';
      const fileName = `${spec.names.kind}-${group}-${name}.json`.toLowerCase();
      const closed = strictSchema(schema.openAPIV3Schema);
      await writeSchema(join(schemasFolder, 'extensions'), fileName, withAnyMetadata(closed));
    }
  }
}

interface ExtensionDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly schema: { readonly openAPIV3Schema: Json };
    }[];
  };
}

/** The definition of an extension leaves its metadata to Kubernetes. */
function withAnyMetadata(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { metadata: _metadata, ...properties } = objectIn(schema, 'properties');
  return { ...schema, properties: { ...properties, metadata: { type: 'object' } } };
}

async function writeSchema(folder: string, file: string, schema: Json): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), `${JSON.stringify(schema)}\n`);
}

function objectIn(value: Json, key: string): JsonObject {
  return objectOf(objectOf(value)[key]);
}

function objectOf(value: Json | undefined): JsonObject {
  if (!isObject(value)) throw new TypeError('not an object');
  return value;
}

function asJson(value: unknown): Json {
  return value as Json;
}

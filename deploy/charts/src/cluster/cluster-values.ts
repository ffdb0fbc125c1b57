import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { processNames, processes } from '@assay/proto/processes';
import { platformChart } from '../paths.ts';

/** What `npm run images` tags the images it builds with. */
export const imageTag = 'under-test';

/** The credentials that charts/infra says of its servers in this namespace. */
export function infraCredentials(namespace: string): Readonly<Record<string, string>> {
  return {
    MONGODB_URI: `mongodb://infra-mongodb.${namespace}:27017/?replicaSet=rs0`,
    ...natsUrls(namespace),
    REDIS_URL: `redis://infra-redis.${namespace}:6379`,
    S3_ACCESS_KEY_ID: 'development',
    S3_SECRET_ACCESS_KEY: 'development-only',
  };
}

function natsUrls(namespace: string): Readonly<Record<string, string>> {
  const urls = processNames
    .filter((name) => processes[name].usesNats)
    .map((name) => [`${name}.NATS_URL`, `nats://${name}:development-only@infra-nats.${namespace}:4222`]);
  return Object.fromEntries(urls) as Record<string, string>;
}

/** The platform on charts/infra, small enough for one node of a developer's machine. */
export function clusterValues(namespace: string): Readonly<Record<string, unknown>> {
  return {
    // The node has them already, and no registry does.
    image: { tag: imageTag, pullPolicy: 'IfNotPresent' },
    existingSecret: 'assay',
    settings: {
      publicUrl: 'http://assay.localhost',
      s3Endpoint: `http://infra-s3.${namespace}:7070`,
      s3Bucket: 'assay',
      welcomeCreditCents: 1_000,
      rateLimitAuthenticated: 1_000_000,
    },
    network: { servers: { s3: { ports: [7070] } } },
    defaults: { replicas: 1, resources: { requests } },
    services: smallServices(),
  };
}

const requests = { cpu: '10m', memory: '64Mi' };

function smallServices(): Readonly<Record<string, unknown>> {
  const { services } = parse(readFileSync(join(platformChart, 'values.yaml'), 'utf8')) as ChartValues;
  const roles = Object.entries(services).map(([process, service]) => {
    const small = Object.keys(service.roles).map((role) => [role, smallRole(role)] as const);
    return [process, { roles: Object.fromEntries(small) }] as const;
  });
  return Object.fromEntries(roles);
}

/** Two of those that answer, so that one serves while the other is replaced. */
function smallRole(role: string): unknown {
  return { resources: { requests }, ...(role === 'api' && { replicas: 2 }) };
}

interface ChartValues {
  readonly services: Readonly<Record<string, { readonly roles: Readonly<Record<string, unknown>> }>>;
}

import { describe, expect, it } from 'vitest';
import { examples, renderText, RenderingError } from '../src/render.ts';
import { missingForCharts } from '../src/tools/go-programs.ts';
import { requiredCredentials } from './sample-credentials.ts';

const missing = missingForCharts();

const trusted = { trustedProxies: ['10.0.0.0/8'] };
const hpa = { hpa: { enabled: true } };
const keda = { keda: { enabled: true }, waitingPerReplica: 5 };
const stripe = { paymentProvider: 'stripe' };
const inGateway = (values: unknown): unknown => ({ services: { gateway: values } });
const memory = (amount: string): unknown => ({ defaults: { resources: { limits: { memory: amount } } } });

/** Over the values of `minimal`: what is wrong, and the line that says so. */
const cases: readonly (readonly [values: unknown, message: string])[] = [
  // Names that are none.
  [{ replica: 3 }, "at '': additional properties 'replica' not allowed"],
  [{ services: { gatway: {} } }, "at '/services': additional properties 'gatway' not allowed"],
  [inGateway({ replica: 1 }), "at '/services/gateway': additional properties 'replica' not allowed"],
  [
    inGateway({ roles: { api: { kind: 'api' } } }),
    "at '/services/gateway/roles/api': additional properties 'kind' not allowed",
  ],
  [{ settings: { logLevels: 'info' } }, "at '/settings': additional properties 'logLevels' not allowed"],
  [
    { settings: { mongodbUri: 'mongodb://x' } },
    "at '/settings': additional properties 'mongodbUri' not allowed",
  ],
  [{ settings: { grpcPort: 1 } }, "at '/settings': additional properties 'grpcPort' not allowed"],
  [
    inGateway({ settings: { csvImports: 2 } }),
    "at '/services/gateway/settings': additional properties 'csvImports' not allowed",
  ],
  [{ secrets: { publicUrl: { key: 'x' } } }, "at '/secrets': additional properties 'publicUrl' not allowed"],
  [
    { secrets: { natsUrl: { name: 'x' } } },
    "at '/secrets/natsUrl': additional properties 'name' not allowed",
  ],
  [
    { network: { servers: { mysql: {} } } },
    "at '/network/servers': additional properties 'mysql' not allowed",
  ],
  // Names that other charts have, with ours.
  [{ namespaceOverride: 'x' }, 'namespaceOverride is no value: use the option --namespace of helm'],
  [{ replicaCount: 3 }, 'replicaCount is no value: use defaults.replicas'],
  [{ imagePullSecrets: [] }, 'imagePullSecrets is no value: use image.pullSecrets'],
  [{ serviceMonitor: {} }, 'serviceMonitor is no value: use monitoring.serviceMonitor'],
  [
    inGateway({ roles: { api_2: { role: 'api' } } }),
    'services.gateway.roles.api_2: its name should be of lower-case letters, digits and dashes, as those of objects are',
  ],
  [
    inGateway({ roles: { 'api-with-a-name-as-long-as-nobody-ever-gives-to-one': { role: 'api' } } }),
    'services.gateway.roles.api-with-a-name-as-long-as-nobody-ever-gives-to-one has a name that is too long: assay-gateway-api-with-a-name-as-long-as-nobody-ever-gives-to-one has 65 characters, and labels take 63',
  ],
  // Values of another kind or unit.
  [{ defaults: { replicas: '2' } }, "at '/defaults/replicas': got string, want integer"],
  [{ defaults: { replicas: -1 } }, "at '/defaults/replicas': minimum: got -1, want 0"],
  [{ defaults: { userId: 1000 } }, "at '/defaults/userId': minimum: got 1,000, want 10,001"],
  [{ settings: { uploadTimeoutMs: '50m' } }, "at '/settings/uploadTimeoutMs': got string, want integer"],
  [
    { settings: { logLevel: 'verbose' } },
    "at '/settings/logLevel': value must be one of 'fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'",
  ],
  [{ settings: { natsReplicas: 9 } }, "at '/settings/natsReplicas': maximum: got 9, want 5"],
  [{ secrets: { natsUrl: 'nats://x' } }, "at '/secrets/natsUrl': got string, want object"],
  [
    { image: { pullPolicy: 'Sometimes' } },
    "at '/image/pullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never'",
  ],
  [
    inGateway({ image: { digest: 'sha256:1' } }),
    "at '/services/gateway/image/digest': 'sha256:1' does not match pattern '^sha256:[0-9a-f]{64}$'",
  ],
  [{ tls: { mode: 'mutual' } }, "at '/tls/mode': value must be one of 'plaintext', 'secret', 'cert-manager'"],
  [
    { network: { servers: { nats: { ports: [70_000] } } } },
    "at '/network/servers/nats/ports/0': maximum: got 70,000, want 65,535",
  ],
  [
    { monitoring: { serviceMonitor: { interval: '30' } } },
    "at '/monitoring/serviceMonitor/interval': '30' does not match pattern '^([0-9]+(h|m|s))+$'",
  ],
  [
    { existingSecret: 'Assay' },
    "at '/existingSecret': 'Assay' does not match pattern '^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$'",
  ],
  [
    memory('512MB'),
    'services.billing.roles.api.resources.limits.memory is 512MB: it should be bytes, as 512Mi or 2Gi',
  ],
  [
    memory('512m'),
    'services.billing.roles.api.resources.limits.memory is 512m: it should be bytes, as 512Mi or 2Gi',
  ],
  [
    inGateway({ resources: { requests: { cpu: '1Gi' } } }),
    'services.gateway.roles.api.resources.requests.cpu is 1Gi: it should be cores, as 500m or 2',
  ],
  [
    inGateway({ scratchSize: '1 GB' }),
    'services.gateway.roles.api.scratchSize is 1 GB: it should be bytes, as 512Mi or 2Gi',
  ],
  // Of commands, which have no role: preparing, saving, testing.
  [
    inGateway({ scratchSize: '1 GB', roles: { api: { scratchSize: '64Mi' } } }),
    'services.gateway.scratchSize is 1 GB: it should be bytes, as 512Mi or 2Gi',
  ],
  [
    inGateway({
      resources: { limits: { memory: '512MB' } },
      roles: { api: { resources: { limits: { memory: '512Mi' } } } },
    }),
    'services.gateway.resources.limits.memory is 512MB: it should be bytes, as 512Mi or 2Gi',
  ],
  [
    inGateway({ resources: { limits: { 'ephemeral-storage': '32Mi' } } }),
    'services.gateway.roles.api.resources.limits.ephemeral-storage is 32Mi: it should be more than scratchSize, 64Mi, since logs count as well',
  ],
  [
    inGateway({ resources: { requests: { 'ephemeral-storage': '1Gi' } } }),
    'services.gateway.roles.api.resources.requests.ephemeral-storage is 1Gi: it should be at most its limit, 128Mi',
  ],
  [
    { defaults: { resources: { limits: { memory: null } } } },
    "services.billing.roles.api.resources.limits.memory is missing: a container without it takes its node's",
  ],
  // Values that cannot stand together.
  [
    { ingress: { enabled: true }, httpRoute: { enabled: true } },
    'ingress.enabled and httpRoute.enabled are both true: only one of them leads to the gateway',
  ],
  [
    { ingress: { enabled: true } },
    'settings.trustedProxies is missing: ingress.enabled is true, and without the networks of its pods every client has their address',
  ],
  [
    { settings: trusted, httpRoute: { enabled: true } },
    'httpRoute.parentRefs is empty: name the Gateway the route belongs to',
  ],
  [
    inGateway({ autoscaling: { ...hpa, ...keda } }),
    'services.gateway.roles.api.autoscaling: hpa.enabled and keda.enabled are both true, and only one of them can count replicas',
  ],
  [
    inGateway({ autoscaling: { ...hpa, minReplicas: 20 } }),
    'services.gateway.roles.api.autoscaling.minReplicas is 20: it should be at most maxReplicas, 10',
  ],
  [
    inGateway({ autoscaling: { ...hpa, cpuPercent: 0 } }),
    'services.gateway.roles.api.autoscaling: cpuPercent and waitingPerReplica are both 0, so there is nothing to count replicas by',
  ],
  [
    inGateway({ autoscaling: keda }),
    'keda.prometheus.serverAddress is missing: services.gateway.roles.api.autoscaling.keda.enabled is true, and it or keda.nats.monitoringEndpoint says where work is counted',
  ],
  [
    { keda: { nats: { monitoringEndpoint: 'nats:8222' } }, ...(inGateway({ autoscaling: keda }) as object) },
    'services.gateway.roles.api.autoscaling.consumers is empty: NATS’s monitor is asked about a stream and its consumers by name',
  ],
  [
    inGateway({ terminationGracePeriodSeconds: 60 }),
    'services.gateway.roles.api: terminationGracePeriodSeconds 60 is shorter than stopping takes, 3058: preStopSeconds, shutdownDelayMs, callDrainTimeoutMs or for uploads uploadTimeoutMs, the closing steps, and 5',
  ],
  [
    { settings: stripe },
    'secrets.stripeSecretKey is missing: settings.paymentProvider is stripe, so name the Secret and key that hold it',
  ],
  [
    { settings: stripe, secrets: { stripeSecretKey: { key: 'a' } } },
    'secrets.stripeWebhookSecret is missing: settings.paymentProvider is stripe, so name the Secret and key that hold it',
  ],
  [
    { tls: { mode: 'secret' } },
    'tls.existingSecret is missing: tls.mode is secret, and it has tls.crt, tls.key and ca.crt',
  ],
  [
    { tls: { mode: 'cert-manager' } },
    'tls.certManager.issuer is missing: tls.mode is cert-manager, and it signs the certificates',
  ],
  [inGateway({ roles: { worker: {} } }), 'services.gateway.roles.worker.role is worker: it should be api'],
  [
    { services: { billing: { roles: { relay: null } } } },
    'services.billing.roles: none has the role relay, and its work would be left undone',
  ],
  [
    { services: { 'projects-files': { roles: { 'worker-audio': null } } } },
    'services.projects-files.roles: no worker has audio among its enrichmentKinds, and such files would wait for ever',
  ],
  [
    { services: { billing: { roles: { worker: { enrichmentKinds: ['image'] } } } } },
    'services.billing.roles.worker.enrichmentKinds: only workers of projects-files read files',
  ],
  [{ backup: { enabled: true } }, 'backup.target is "": it should be s3://bucket/prefix or an absolute path'],
  [
    { backup: { enabled: true, target: '/backups' } },
    'backup.existingClaim is missing: backup.target is a folder, and it says on which volume',
  ],
  [
    { backup: { enabled: true, target: 's3://backups/assay' } },
    'backup.s3.endpoint is missing: backup.target is a bucket, and it says of which S3',
  ],
];

const saved = { enabled: true, target: 's3://backups/assay', s3: { endpoint: 'https://s3.example.com' } };

/** Without any other value. */
const missingValues: readonly (readonly [values: unknown, message: string])[] = [
  [
    {},
    'existingSecret is missing: name the Secret with the platform’s credentials, or INTERNAL_TOKEN_JWKS by secrets.internalTokenJwks',
  ],
  [
    { secrets: { internalTokenJwks: { key: 'x' } } },
    'secrets.internalTokenJwks.existingSecret is missing: name the Secret that holds INTERNAL_TOKEN_JWKS',
  ],
  [{ existingSecret: 'assay' }, 'settings.s3Bucket is missing: datasets needs S3_BUCKET'],
  [
    { existingSecret: 'assay', settings: { s3Bucket: 'x', s3Endpoint: 'https://s3.example' } },
    'settings.publicUrl is missing: identity-org needs PUBLIC_URL',
  ],
  [
    { secrets: requiredCredentials, backup: saved },
    'backup.s3.accessKeyId.existingSecret is missing: name the Secret that holds BACKUP_S3_ACCESS_KEY_ID',
  ],
];

describe.skipIf(missing !== undefined)(`bad values (${missing ?? 'helm is there'})`, () => {
  it.each(cases)('%j end in one line', async (values, message) => {
    const rendering = { ...examples.minimal, values, kubernetesVersion: '1.35.0' };
    await expect(renderText(rendering)).rejects.toThrow(new RenderingError(message));
  });

  it.each(missingValues)('%j alone end in one line', async (values, message) => {
    const rendering = { ...examples.minimal, valuesFiles: [], values, kubernetesVersion: '1.35.0' };
    await expect(renderText(rendering)).rejects.toThrow(new RenderingError(message));
  });

  it('of a release whose name begins with a digit end in one line', async () => {
    const rendering = { ...examples.minimal, release: '1st', kubernetesVersion: '1.35.0' };
    const message =
      "fullnameOverride is missing: the names of Services begin with a letter, and the release's, 1st, does not";
    await expect(renderText(rendering)).rejects.toThrow(new RenderingError(message));
  });

  it('leave `global` to the chart that contains this one', async () => {
    const rendering = { ...examples.minimal, values: { global: { any: 1 } }, kubernetesVersion: '1.35.0' };
    await expect(renderText(rendering)).resolves.toContain('kind: Deployment');
  });
});

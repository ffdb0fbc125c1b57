import {
  anyObject,
  count,
  flag,
  group,
  listOf,
  mapOf,
  objectName,
  objects,
  oneOf,
  port,
  stringMap,
  text,
  texts,
  value,
} from './forms.ts';
import type { Properties } from './forms.ts';

const duration = { type: 'string', pattern: '^([0-9]+(h|m|s))+$' };
const servers = [
  ...['mongodb', 'nats', 's3', 'redis', 'smtp', 'issuer', 'payments', 'detector', 'telemetry'],
  // The S3 of backups, for the Jobs that make and restore them.
  'backup',
];
const peers = 'Peers as in a NetworkPolicy; empty: all addresses.';

/** The values of the platform as a whole. */
export const platform: Properties = {
  global: value('Values shared with parent charts; not read here.', anyObject),
  fullnameOverride: value('Replaces the name of the release as the prefix of all object names.', {
    type: 'string',
    pattern: '^([a-z]([-a-z0-9]{0,33}[a-z0-9])?)?$',
  }),
  image: group('The source of images: [registry/]repository/<process>:tag.', {
    registry: value('The registry; empty: the default of the container runtime.', text),
    repository: value('The path before the name of the process.', { type: 'string', minLength: 1 }),
    tag: value('The tag; empty: the version of the platform.', text),
    pullPolicy: value(
      'When nodes pull images: at each start, which also checks the permission to pull, or with `IfNotPresent` only if an image is missing, for nodes with preloaded images.',
      oneOf('Always', 'IfNotPresent', 'Never'),
    ),
    pullSecrets: value('The names of Secrets for the registry.', listOf({ ...objectName, minLength: 1 })),
  }),
  commonLabels: value('Labels of all objects.', stringMap),
  commonAnnotations: value('Annotations of all objects.', stringMap),
  existingSecret: value(
    'A Secret with every credential that `secrets` does not name, under the name of its variable; credentials of one process are under `<process>.<VARIABLE>`.',
    objectName,
  ),
  databasePrefix: value(
    'The prefix of the database names in MongoDB, before an underscore and the process. Installations that share a MongoDB need different prefixes.',
    { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9-]{0,30}$' },
  ),
  tls: group('Encryption between processes.', {
    mode: value(
      'Calls in `plaintext`, or with certificates from a `secret` or from `cert-manager`.',
      oneOf('plaintext', 'secret', 'cert-manager'),
    ),
    existingSecret: value(
      'The Secret with tls.crt, tls.key and ca.crt for the names of all processes.',
      objectName,
    ),
    certManager: group('The issuer that signs a certificate for each process.', {
      issuer: value('The name of the issuer.', objectName),
      kind: value('The kind of the issuer.', oneOf('Issuer', 'ClusterIssuer')),
      group: value('The API group of that kind.', text),
      duration: value('The validity of a certificate.', duration),
      renewBefore: value('The time before its expiry at which a certificate is renewed.', duration),
    }),
  }),
  caBundle: group('Additional certificate authorities for other servers.', {
    existingConfigMap: value('The ConfigMap with the certificates of the authorities.', objectName),
    key: value('The key in the object.', text),
  }),
  keda: group('The source from which KEDA reads the amount of waiting work.', {
    prometheus: group('Prometheus, which also counts work stored for later.', {
      serverAddress: value('The address of Prometheus; empty: KEDA reads from NATS.', text),
    }),
    nats: group('NATS, which counts the messages in streams.', {
      monitoringEndpoint: value('`host:port` of the monitor of NATS.', text),
      account: value('The account with the streams.', text),
    }),
  }),
  ingress: group('An Ingress to the gateway.', {
    enabled: value('True to install it.', flag),
    className: value('The class of the Ingress.', text),
    annotations: value(
      'Annotations for the controller, which must neither limit nor buffer bodies.',
      stringMap,
    ),
    hosts: value('The hosts; empty: the host of settings.publicUrl.', texts),
    tls: group('HTTPS.', {
      enabled: value('True if the Ingress terminates TLS.', flag),
      existingSecret: value(
        'The Secret with the certificate; empty: the default certificate of the controller.',
        objectName,
      ),
    }),
  }),
  httpRoute: group('A route of the Gateway API to the gateway.', {
    enabled: value('True to install it.', flag),
    annotations: value('Annotations of the route.', stringMap),
    parentRefs: value('The Gateways of the route.', objects),
    hostnames: value('The hosts; empty: the host of settings.publicUrl.', texts),
  }),
  network: group('NetworkPolicies: they deny all traffic that files/network.yaml does not name.', {
    policies: value('True to install NetworkPolicies.', flag),
    gatewayFrom: value(`Clients that may call the gateway. ${peers}`, objects),
    prometheusFrom: value(`Clients that may read metrics. ${peers}`, objects),
    dnsTo: value(`DNS servers. ${peers}`, objects),
    servers: value('The servers that processes use.', {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        servers.map((name) => [
          name,
          group(`The server ${name}.`, {
            ports: value('Ports of the server.', listOf(port)),
            to: value(`Addresses of the server. ${peers}`, objects),
          }),
        ]),
      ),
    }),
  }),
  monitoring: group('Objects for the Prometheus operator and Grafana.', {
    serviceMonitor: group('The ServiceMonitor, which Prometheus scrapes.', {
      enabled: value('True to install it.', flag),
      interval: value('The interval between scrapes.', duration),
      labels: value('Labels by which Prometheus finds the ServiceMonitor.', stringMap),
    }),
    rules: group('Alerts, see deploy/docs/runbooks.', {
      enabled: value('True to install them.', flag),
      labels: value('Labels by which Prometheus finds the rules.', stringMap),
    }),
    dashboards: group('Dashboards in ConfigMaps.', {
      enabled: value('True to install them.', flag),
      labels: value('Labels by which Grafana finds the dashboards.', stringMap),
      annotations: value('Annotations by which Grafana chooses the folder.', stringMap),
    }),
  }),
  prepare: group('The Job that makes indexes, streams and consumers before each installation and upgrade.', {
    enabled: value('True to install it.', flag),
    backoffLimit: value('The number of retries.', count(0)),
    activeDeadlineSeconds: value('The maximum duration of the Job.', count(60)),
  }),
  backup: group('The CronJob that saves databases and objects, see deploy/docs/backup.md.', {
    enabled: value('True to install it.', flag),
    schedule: value('The schedule, in the format of cron.', { type: 'string', minLength: 9 }),
    timeZone: value('The time zone of the schedule.', text),
    target: value('The target of backups: s3://bucket/prefix, or an absolute path.', text),
    existingClaim: value('The claim of the volume mounted at that path.', objectName),
    s3: group('The S3 of backups; use another one than the saved one.', {
      endpoint: value('The address of that S3.', text),
      region: value('The region of that S3.', text),
      accessKeyId: group('The access key id.', {
        existingSecret: value('The Secret; empty: existingSecret.', objectName),
        key: value('The key in the object.', text),
      }),
      secretAccessKey: group('The secret access key.', {
        existingSecret: value('The Secret; empty: existingSecret.', objectName),
        key: value('The key in the object.', text),
      }),
    }),
    retention: group('The backups that are removed after each backup.', {
      days: value(
        'The days for which backups are kept; the last one always is. 0 keeps all, for a key that may not delete.',
        count(0, 36_500),
      ),
      dryRun: value('True to list the backups that would be removed, and remove none.', flag),
    }),
    activeDeadlineSeconds: value('The maximum duration of a backup, and of a restore.', count(60)),
    history: value('The number of finished Jobs that are kept.', count(0)),
  }),
  test: group('The credentials of `helm test`.', {
    apiKey: group('The API key of an admin.', {
      existingSecret: value(
        'The Secret; empty: the one with SEED_API_KEY, the key of the first admin.',
        objectName,
      ),
      key: value('The key in the object.', text),
    }),
  }),
  // The library's values, which Helm adds by itself.
  service: mapOf(anyObject),
};

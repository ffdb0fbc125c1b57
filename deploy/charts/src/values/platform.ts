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
  // The S3 of backups, for those who make and restore them.
  'backup',
];
const peers = 'Peers as in a NetworkPolicy; none: everybody.';

/** Everything that concerns the platform as a whole. */
export const platform: Properties = {
  global: value('What charts share that contain this one; not read here.', anyObject),
  fullnameOverride: value('In place of the release’s name at the beginning of every object’s name.', {
    type: 'string',
    pattern: '^([a-z]([-a-z0-9]{0,33}[a-z0-9])?)?$',
  }),
  image: group('Where images come from: [registry/]repository/<process>:tag.', {
    registry: value('The registry; none: that of the container runtime.', text),
    repository: value('What stands before the name of the process.', { type: 'string', minLength: 1 }),
    tag: value('The tag; none: the version of the platform.', text),
    pullPolicy: value(
      'When nodes ask the registry for images: at each start, which also finds out who may pull, or with `IfNotPresent` only for those they lack, where images were loaded into them.',
      oneOf('Always', 'IfNotPresent', 'Never'),
    ),
    pullSecrets: value('The names of Secrets for the registry.', listOf({ ...objectName, minLength: 1 })),
  }),
  commonLabels: value('Labels of everything.', stringMap),
  commonAnnotations: value('Annotations of everything.', stringMap),
  existingSecret: value(
    'A Secret with every credential that `secrets` does not name: under the name of its variable, and for what each process has of its own under `<process>.<VARIABLE>`.',
    objectName,
  ),
  databasePrefix: value(
    'What the names of the databases in MongoDB begin with, before an underscore and the process: one for each installation that shares a MongoDB.',
    { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9-]{0,30}$' },
  ),
  tls: group('How processes talk to each other.', {
    mode: value(
      'In `plaintext`, or with certificates from a `secret` or from `cert-manager`.',
      oneOf('plaintext', 'secret', 'cert-manager'),
    ),
    existingSecret: value('Has tls.crt, tls.key and ca.crt for the names of all processes.', objectName),
    certManager: group('Who signs a certificate for each process.', {
      issuer: value('The name of the issuer.', objectName),
      kind: value('Its kind.', oneOf('Issuer', 'ClusterIssuer')),
      group: value('The group of its kind.', text),
      duration: value('How long a certificate is valid.', duration),
      renewBefore: value('How long before its end it is renewed.', duration),
    }),
  }),
  caBundle: group('Whom certificates of other servers are believed of, beside the usual authorities.', {
    existingConfigMap: value('The ConfigMap with their certificates.', objectName),
    key: value('The key in it.', text),
  }),
  keda: group('Where KEDA reads how much work waits.', {
    prometheus: group('Knows also what is stored for later.', {
      serverAddress: value('Its address; none: NATS is asked.', text),
    }),
    nats: group('Knows what is in streams.', {
      monitoringEndpoint: value('`host:port` of its monitor.', text),
      account: value('The account with the streams.', text),
    }),
  }),
  ingress: group('An Ingress to the gateway.', {
    enabled: value('Whether there is one.', flag),
    className: value('Its class.', text),
    annotations: value('For its controller; bodies must not be limited or buffered.', stringMap),
    hosts: value('Its hosts; none: that of settings.publicUrl.', texts),
    tls: group('HTTPS.', {
      enabled: value('Whether the Ingress ends TLS.', flag),
      existingSecret: value('The Secret with the certificate; none: the controller’s own.', objectName),
    }),
  }),
  httpRoute: group('A route of the Gateway API to the gateway.', {
    enabled: value('Whether there is one.', flag),
    annotations: value('Annotations of the route.', stringMap),
    parentRefs: value('The Gateways it belongs to.', objects),
    hostnames: value('Its hosts; none: that of settings.publicUrl.', texts),
  }),
  network: group('Who may reach whom: everything else than files/network.yaml names is denied.', {
    policies: value('Whether there are NetworkPolicies.', flag),
    gatewayFrom: value(`Who reaches the gateway. ${peers}`, objects),
    prometheusFrom: value(`Who reads metrics. ${peers}`, objects),
    dnsTo: value(`Who is asked for names. ${peers}`, objects),
    servers: value('Where the servers are that processes use.', {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        servers.map((name) => [
          name,
          group(`The server ${name}.`, {
            ports: value('Its ports.', listOf(port)),
            to: value(`Where it is. ${peers}`, objects),
          }),
        ]),
      ),
    }),
  }),
  monitoring: group('For the Prometheus operator and Grafana.', {
    serviceMonitor: group('What Prometheus scrapes.', {
      enabled: value('Whether there is one.', flag),
      interval: value('How often.', duration),
      labels: value('By which Prometheus finds it.', stringMap),
    }),
    rules: group('Alerts, see deploy/docs/runbooks.', {
      enabled: value('Whether there are any.', flag),
      labels: value('By which Prometheus finds them.', stringMap),
    }),
    dashboards: group('Dashboards in ConfigMaps.', {
      enabled: value('Whether there are any.', flag),
      labels: value('By which Grafana finds them.', stringMap),
      annotations: value('By which Grafana files them.', stringMap),
    }),
  }),
  prepare: group('The Job that makes indexes, streams and consumers before each installation and upgrade.', {
    enabled: value('Whether there is one.', flag),
    backoffLimit: value('How often it is tried again.', count(0)),
    activeDeadlineSeconds: value('How long it may take.', count(60)),
  }),
  backup: group('The CronJob that saves databases and objects, see deploy/docs/backup.md.', {
    enabled: value('Whether there is one.', flag),
    schedule: value('When, as in cron.', { type: 'string', minLength: 9 }),
    timeZone: value('The time zone of the schedule.', text),
    target: value('Where backups are kept: s3://bucket/prefix, or an absolute path.', text),
    existingClaim: value('The claim of the volume that is mounted at the path.', objectName),
    s3: group('The S3 of backups, better another than the one that is saved.', {
      endpoint: value('Its address.', text),
      region: value('Its region.', text),
      accessKeyId: group('The name of its key.', {
        existingSecret: value('Its Secret; none: existingSecret.', objectName),
        key: value('The key in it.', text),
      }),
      secretAccessKey: group('Its key.', {
        existingSecret: value('Its Secret; none: existingSecret.', objectName),
        key: value('The key in it.', text),
      }),
    }),
    retention: group('What goes after each backup.', {
      days: value(
        'How many days a backup is kept; the last one is however old it is. 0: all are kept, for a key that may not delete.',
        count(0, 36_500),
      ),
      dryRun: value('Whether it is only said what would go.', flag),
    }),
    activeDeadlineSeconds: value('How long a backup may take, and a restore.', count(60)),
    history: value('How many Jobs are kept of those that ended.', count(0)),
  }),
  test: group('What `helm test` uses.', {
    apiKey: group('The API key of an admin.', {
      existingSecret: value('Its Secret; none: where the first admin’s is, SEED_API_KEY.', objectName),
      key: value('The key in it.', text),
    }),
  }),
  // The library's values, which Helm adds by itself.
  service: mapOf(anyObject),
};

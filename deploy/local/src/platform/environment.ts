import { longestStopMs } from '@assay/chassis/process/stop-times';
import type { StopConfig } from '@assay/chassis/process/stop-times';
import { addressVariable, listenerVariable, processes } from '@assay/proto/processes';
import type { Listener, ProcessName, ServiceName } from '@assay/proto/processes';
import type { MailSettings, SignInSettings } from '../config.ts';
import { processSecrets } from './process-secrets.ts';
import type { ProcessSecrets } from './process-secrets.ts';
import type { LocalSecrets } from './secrets.ts';
import type { ServerAddresses } from '../servers/start-servers.ts';

/** What a process listens on: its admin port, gRPC when it serves rpcs, and its own listeners. */
type PortUse<P extends ProcessName> = 'admin' | (P extends ServiceName ? 'grpc' : never) | Listener<P>;
export type PlatformPorts = { readonly [P in ProcessName]: Readonly<Record<PortUse<P>, number>> };

/** Everything that decides how the processes of one local platform find each other. */
export interface PlatformLayout {
  readonly ports: PlatformPorts;
  readonly servers: ServerAddresses;
  readonly secrets: ProcessSecrets & Pick<LocalSecrets, 'paymentMockSecret'>;
  readonly logLevel: string;
  /** Put before each service's database name; tests that run side by side give each platform its own. */
  readonly databasePrefix: string;
  /** Put before each stream's name; empty unless platforms share a NATS server. */
  readonly natsNamespace: string;
  /** Where people reach the platform; links in mails and redirects begin with it. */
  readonly publicUrl: string;
  readonly mail: MailSettings | undefined;
  readonly signIn: SignInSettings | undefined;
  /** The variables of the payment provider Stripe; empty: payments are played by the mock. */
  readonly stripe: Record<string, string>;
  /** The variables that name the certificates of the platform; empty: its processes talk in plaintext. */
  readonly tls: Record<string, string>;
  /** The variables that let webhooks reach receivers on this machine; absent: only public addresses. */
  readonly webhooks?: Record<string, string>;
}

type Variables = Record<string, string>;

export const localHost = '127.0.0.1';
const welcomeCreditCents = 100_000;
/** Nobody waits at a terminal as long as an upload may take. */
const stopping = {
  shutdownDelayMs: 0,
  callDrainTimeoutMs: 8_000,
  uploadDrainTimeoutMs: 6_000,
  shutdownTimeoutMs: 8_000,
} as const satisfies StopConfig;

/** How long a process of a local platform takes to stop; then it may be ended by force. */
export const stopGraceMs = longestStopMs(stopping) + 2_000;

/** The environment contract between whoever starts the platform and its processes. */
export function environmentOf(name: ProcessName, layout: PlatformLayout): Variables {
  const { needs, usesNats } = processes[name];
  return {
    ...commonVariables(layout),
    ...(usesNats && { NATS_URL: layout.servers.nats.urls?.[name] ?? layout.servers.nats.url }),
    ...processSecrets(name, layout.secrets),
    ...listenerVariables(name, layout.ports),
    ...calleeVariables(name, layout.ports, { scheme: 'TLS_CA_FILE' in layout.tls ? 'https' : 'http' }),
    ...(needs.includes('mongodb') ? mongoVariables(name, layout) : {}),
    ...(needs.includes('storage') ? storageVariables(layout) : {}),
    ...ownVariables[name]?.(layout),
  };
}

export function grpcAddress(service: ServiceName, ports: PlatformPorts): string {
  return `${localHost}:${ports[service].grpc}`;
}

export function adminUrl(name: ProcessName, ports: PlatformPorts): string {
  return `http://${localHost}:${ports[name].admin}`;
}

/** What only one process reads. */
const ownVariables: Readonly<Partial<Record<ProcessName, (layout: PlatformLayout) => Variables>>> = {
  gateway: ({ servers: { s3 }, signIn }) => ({
    S3_PUBLIC_ENDPOINT: s3.endpoint,
    ...(signIn && { OIDC_ISSUER: signIn.issuer }),
  }),
  'identity-org': (layout) => ({
    SEED_ORGANIZATION_NAME: 'Local organization',
    SEED_USER_EMAIL: 'local@assay.localhost',
    ...mailVariables(layout),
    ...signInVariables(layout),
  }),
  'projects-files': decoderVariables,
  datasets: decoderVariables,
  verification: decoderVariables,
  billing: (layout) => ({
    ...paymentVariables(layout),
    WELCOME_CREDIT_CENTS: String(welcomeCreditCents),
  }),
  'crowd-webhooks': ({ webhooks = {} }) => webhooks,
};

function decoderVariables({ servers }: PlatformLayout): Variables {
  const { ffmpegPath, mayRunFfmpegUnconfined = false } = servers;
  if (ffmpegPath === undefined) return {};
  return { FFMPEG_PATH: ffmpegPath, ...(mayRunFfmpegUnconfined && { FFMPEG_UNCONFINED: 'allowed' }) };
}

function commonVariables(layout: PlatformLayout): Variables {
  const { servers, logLevel, natsNamespace } = layout;
  return {
    LOG_LEVEL: logLevel,
    CALL_DRAIN_TIMEOUT_MS: String(stopping.callDrainTimeoutMs),
    UPLOAD_DRAIN_TIMEOUT_MS: String(stopping.uploadDrainTimeoutMs),
    SHUTDOWN_TIMEOUT_MS: String(stopping.shutdownTimeoutMs),
    PUBLIC_URL: layout.publicUrl,
    ...layout.tls,
    ...(natsNamespace === '' ? {} : { NATS_NAMESPACE: natsNamespace, REDIS_KEY_PREFIX: `${natsNamespace}:` }),
    ...(servers.redis === undefined ? {} : { REDIS_URL: servers.redis.url }),
  };
}

/** Where a process listens, such as `GRPC_HOST` and `GRPC_PORT`. */
function listenerVariables(name: ProcessName, ports: PlatformPorts): Variables {
  const listeners = Object.entries(ports[name]).flatMap(([use, port]: [string, number]) => [
    [`${use.toUpperCase()}_HOST`, localHost],
    [`${use.toUpperCase()}_PORT`, String(port)],
  ]);
  return Object.fromEntries(listeners) as Variables;
}

interface CalleePlaces {
  /** How its listeners are reached, `http` unless given. */
  readonly scheme?: 'http' | 'https';
  /** By which name or address a callee is reached; this machine's unless given. */
  readonly hostOf?: (callee: ProcessName) => string;
}

/** Where a process finds those it calls. */
export function calleeVariables(
  name: ProcessName,
  ports: PlatformPorts,
  { scheme = 'http', hostOf = () => localHost }: CalleePlaces = {},
): Variables {
  const { calls, forwards } = processes[name];
  const addresses = calls.map((callee) => [
    addressVariable(callee),
    `${hostOf(callee)}:${ports[callee].grpc}`,
  ]);
  const urls = [...calls, ...forwards].flatMap((callee) => {
    const listeners: Readonly<Record<string, number>> = ports[callee];
    return processes[callee].listeners.map((listener) => [
      listenerVariable(callee, listener),
      `${scheme}://${hostOf(callee)}:${listeners[listener]}`,
    ]);
  });
  return Object.fromEntries([...addresses, ...urls]) as Variables;
}

function mongoVariables(name: ProcessName, { servers, databasePrefix }: PlatformLayout): Variables {
  return {
    MONGODB_URI: servers.mongodb.uri,
    MONGODB_DATABASE: `${databasePrefix}_${name.replaceAll('-', '_')}`,
  };
}

function storageVariables({ servers: { s3 } }: PlatformLayout): Variables {
  return {
    S3_ENDPOINT: s3.endpoint,
    S3_PUBLIC_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
}

function mailVariables({ mail }: PlatformLayout): Variables {
  return mail === undefined ? {} : { SMTP_URL: mail.smtpUrl, MAIL_FROM: mail.from };
}

function signInVariables({ signIn }: PlatformLayout): Variables {
  if (signIn === undefined) return {};
  const { issuer, audience, clientId, clientSecret } = signIn;
  return {
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: audience,
    OIDC_CLIENT_ID: clientId,
    ...(clientSecret === undefined ? {} : { OIDC_CLIENT_SECRET: clientSecret }),
  };
}

function paymentVariables({ stripe, secrets }: PlatformLayout): Variables {
  if (Object.keys(stripe).length > 0) return { PAYMENT_PROVIDER: 'stripe', ...stripe };
  return { PAYMENT_PROVIDER: 'mock', PAYMENT_MOCK_SECRET: secrets.paymentMockSecret };
}

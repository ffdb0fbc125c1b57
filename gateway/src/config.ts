import { integer, optionalText, port, readConfig, text } from '@assay/chassis/config';
import type { ConfigOf, Environment, Setting } from '@assay/chassis/config';
import { addressOf, natsSettings, runtimeSettings, tokenSettings } from '@assay/chassis/process/settings';
import { trustedProxies } from './guard/trusted-proxies.ts';
import type { IsProxy } from './guard/trusted-proxies.ts';
import { processes } from '@assay/proto/processes';
import { uploadLimits } from '@assay/proto/upload-limits';

const hourMs = 3_600_000;
const organizationLimit = 30_000;
const maxBytes = ({
  variable,
  ...limits
}: (typeof uploadLimits)[keyof typeof uploadLimits]): Setting<number> =>
  integer(variable, { min: 1, ...limits });

export const settings = {
  ...runtimeSettings,
  ...tokenSettings,
  natsUrl: natsSettings.natsUrl,
  natsNamespace: natsSettings.natsNamespace,
  httpHost: text('HTTP_HOST', '127.0.0.1'),
  httpPort: port('HTTP_PORT', 0),
  /** The origin at which browsers reach the gateway. Unset: at its own address, where its port is fixed. */
  publicUrl: origin('PUBLIC_URL'),
  /** The origin that links to files and artifacts lead to, from which pages may show pictures. Unset: they show none. */
  storageOrigin: origin('S3_PUBLIC_ENDPOINT'),
  projectsFilesUploadUrl: text('PROJECTS_FILES_UPLOAD_URL'),
  /** The most a call to another service may take, unless the contract gives its rpc more. */
  callTimeoutMs: integer('CALL_TIMEOUT_MS', { min: 100, fallback: 10_000 }),
  /** Unset: every gateway counts for itself, in memory. */
  redisUrl: optionalText('REDIS_URL'),
  /** Before every key, for several platforms on one server. */
  redisKeyPrefix: text('REDIS_KEY_PREFIX', 'assay:'),
  rateLimitAuthenticated: integer('RATE_LIMIT_AUTHENTICATED', { min: 1, fallback: 3_000 }),
  rateLimitAnonymous: integer('RATE_LIMIT_ANONYMOUS', { min: 1, fallback: 150 }),
  /** Unset: 30,000, or as many as one credential may make where that is more. */
  rateLimitOrganization: optional(integer('RATE_LIMIT_ORGANIZATION', { min: 1 })),
  rateLimitWindowMs: integer('RATE_LIMIT_WINDOW_MS', { min: 100, fallback: 900_000 }),
  /** How long an authenticated key is believed without asking again. */
  principalCacheMs: integer('PRINCIPAL_CACHE_MS', { min: 0, max: 600_000, fallback: 5_000 }),
  /** Addresses or networks, separated by commas, whose X-Forwarded-* headers are believed. Unset: nobody's. */
  isTrustedProxy: {
    variable: 'TRUSTED_PROXIES',
    read: (raw) => (raw === undefined ? undefined : trustedProxies(raw)),
  } satisfies Setting<IsProxy | undefined>,
  /** For the headers and the body of a request, uploads aside. */
  requestTimeoutMs: integer('REQUEST_TIMEOUT_MS', { min: 100, max: hourMs, fallback: 30_000 }),
  /** For an upload as a whole, which must also keep a pace. */
  uploadTimeoutMs: integer('UPLOAD_TIMEOUT_MS', { min: 1_000, fallback: hourMs }),
  uploadMinBytesPerSecond: integer('UPLOAD_MIN_BYTES_PER_SECOND', { min: 0, fallback: 4_096 }),
  /** Open at the same time from one address, unless it is a trusted proxy. */
  connectionsPerAddress: integer('CONNECTIONS_PER_ADDRESS', { min: 1, fallback: 512 }),
  /** After how long a silent stream of the events of a run says that it is still there. */
  runEventCommentMs: integer('RUN_EVENT_COMMENT_MS', { min: 100, fallback: 15_000 }),
  /** Streams of events that one credential may have open at this gateway. */
  runEventStreamsPerCredential: integer('RUN_EVENT_STREAMS_PER_CREDENTIAL', { min: 1, fallback: 20 }),
  // What `GET /v2/limits` states; identity-org and projects-files read the same variables and enforce them.
  apiKeysPerKey: integer('API_KEYS_PER_KEY', { min: 1, fallback: 20 }),
  apiKeysPerUser: integer('API_KEYS_PER_USER', { min: 1, fallback: 100 }),
  uploadMaxImageBytes: maxBytes(uploadLimits.image),
  uploadMaxAudioBytes: maxBytes(uploadLimits.audio),
  uploadMaxVideoBytes: maxBytes(uploadLimits.video),
  uploadMaxDocumentBytes: maxBytes(uploadLimits.document),
  uploadMaxCsvBytes: maxBytes(uploadLimits.csv),
};

const { calls } = processes.gateway;
const addressSettings = Object.fromEntries(calls.map((name) => [name, addressOf(name)]));

type Settings = ConfigOf<typeof settings>;

export interface Config extends Omit<Settings, 'rateLimitOrganization'> {
  readonly rateLimitOrganization: number;
  /** Where each process is that the gateway calls. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** Reads the gateway's configuration. Throws ConfigError. */
export function configFrom(environment: Environment): Config {
  // Read together, so that everything that is wrong is said at once.
  const config = readConfig({ ...addressSettings, ...settings }, environment);
  const named = config as Readonly<Record<string, unknown>>;
  const addresses = Object.fromEntries(calls.map((name) => [name, String(named[name])]));
  const { rateLimitAuthenticated, rateLimitOrganization: given } = config;
  const rateLimitOrganization = given ?? Math.max(organizationLimit, rateLimitAuthenticated);
  return { ...config, addresses, rateLimitOrganization, publicUrl: config.publicUrl ?? ownUrl(config) };
}

function optional<T>({ variable, read }: Setting<T>): Setting<T | undefined> {
  return { variable, read: (raw) => (raw === undefined ? undefined : read(raw)) };
}

function ownUrl({ httpHost, httpPort }: Pick<Settings, 'httpHost' | 'httpPort'>): string | undefined {
  const host = httpHost.includes(':') ? `[${httpHost}]` : httpHost;
  return httpPort === 0 ? undefined : new URL(`http://${host}:${String(httpPort)}`).origin;
}

/** An http or https address with nothing behind the host. */
function origin(variable: string): Setting<string | undefined> {
  return {
    variable,
    read: (raw) => {
      if (raw === undefined) return undefined;
      const url = URL.parse(raw);
      if (url === null || !/^https?:$/u.test(url.protocol) || url.href !== `${url.origin}/`) {
        throw new Error('must be an http or https address without a path');
      }
      return url.origin;
    },
  };
}

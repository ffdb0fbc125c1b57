import { integer, optional, port, readConfig, setting, text, url } from '@assay/chassis/config';
import type { ConfigOf, Environment, Settings } from '@assay/chassis/config';
import {
  addressSetting,
  publicUrl,
  runtimeSettings,
  tokenSettings,
  uploadSettings,
} from '@assay/chassis/settings/process';
import { natsSettings, storageSettings } from '@assay/chassis/settings/servers';
import { parseTrustedProxies } from './guard/trusted-proxies.ts';
import { apiKeyLimits } from '@assay/proto/api-key-limits';
import { listenerVariable, processes } from '@assay/proto/processes';
import { uploadLimits } from '@assay/proto/upload-limits';

const hourMs = 3_600_000;
const organizationLimit = 30_000;

const ownSettings = {
  ...runtimeSettings,
  ...tokenSettings,
  natsUrl: natsSettings.natsUrl,
  natsNamespace: natsSettings.natsNamespace,
  httpHost: text('HTTP_HOST', { about: 'The address at which HTTP is served.', fallback: '127.0.0.1' }),
  httpPort: port('HTTP_PORT', {
    about: 'The port at which HTTP is served; 0 lets the system choose.',
    fallback: 0,
  }),
  publicUrl: optional(
    publicUrl,
    'the gateway’s own address, where its port is fixed; else nobody can sign in',
  ),
  storageOrigin: storageSettings.s3PublicEndpoint,
  projectsFilesUploadUrl: url(listenerVariable('projects-files', 'upload'), {
    about: 'Where projects-files takes uploads.',
  }),
  callTimeoutMs: integer('CALL_TIMEOUT_MS', {
    about:
      'The most a call to another service may take, in milliseconds, unless the contract gives its rpc more.',
    min: 100,
    fallback: 10_000,
  }),
  redisUrl: optional(
    text('REDIS_URL', {
      about: 'The address of Redis, credentials included, in which all gateways count requests together.',
      secret: true,
    }),
    'every gateway counts for itself, in memory',
  ),
  redisKeyPrefix: text('REDIS_KEY_PREFIX', {
    about: 'What stands before every key in Redis, for several platforms on one server.',
    fallback: 'assay:',
  }),
  rateLimitAuthenticated: integer('RATE_LIMIT_AUTHENTICATED', {
    about: 'Requests that one credential may make in a window.',
    min: 1,
    fallback: 3_000,
  }),
  rateLimitAnonymous: integer('RATE_LIMIT_ANONYMOUS', {
    about: 'Requests without a valid credential that one address may make in a window.',
    min: 1,
    fallback: 150,
  }),
  rateLimitOrganization: optional(
    integer('RATE_LIMIT_ORGANIZATION', {
      about: 'Requests that all credentials of one organization may make together in a window.',
      min: 1,
    }),
    `${organizationLimit.toString()}, or as many as one credential may make where that is more`,
  ),
  rateLimitWindowMs: integer('RATE_LIMIT_WINDOW_MS', {
    about: 'The window in which requests are counted, in milliseconds.',
    min: 100,
    fallback: 900_000,
  }),
  principalCacheMs: integer('PRINCIPAL_CACHE_MS', {
    about: 'How long an authenticated key is believed without asking again, in milliseconds.',
    min: 0,
    max: 600_000,
    fallback: 5_000,
  }),
  isTrustedProxy: optional(
    setting('TRUSTED_PROXIES', {
      about:
        'The proxies before the gateway, whose `X-Forwarded-*` headers are believed: addresses or networks such as `10.0.0.0/8`, separated by commas.',
      form: {
        type: 'array',
        items: { type: 'string', pattern: '^[0-9a-fA-F.:]+(/[0-9]{1,3})?$' },
        minItems: 1,
      },
      parse: parseTrustedProxies,
    }),
    'no such header is believed',
  ),
  requestTimeoutMs: integer('REQUEST_TIMEOUT_MS', {
    about:
      'The longest the headers and the body of a request may take to arrive, uploads aside, in milliseconds.',
    min: 100,
    max: hourMs,
    fallback: 30_000,
  }),
  ...uploadSettings,
  uploadMinBytesPerSecond: integer('UPLOAD_MIN_BYTES_PER_SECOND', {
    about: 'The pace an upload must keep, in bytes per second, judged every 10 seconds.',
    min: 0,
    fallback: 4_096,
  }),
  connectionsPerAddress: integer('CONNECTIONS_PER_ADDRESS', {
    about: 'Connections open at the same time from one address, unless it is a trusted proxy.',
    min: 1,
    fallback: 512,
  }),
  runEventCommentMs: integer('RUN_EVENT_COMMENT_MS', {
    about:
      'After how long a silent stream of the events of a run says that it is still there, in milliseconds.',
    min: 100,
    fallback: 15_000,
  }),
  runEventStreamsPerCredential: integer('RUN_EVENT_STREAMS_PER_CREDENTIAL', {
    about: 'Streams of events that one credential may have open at one gateway.',
    min: 1,
    fallback: 20,
  }),
  // What `GET /v2/limits` states; identity-org and projects-files read the same variables and enforce them.
  apiKeysPerKey: integer(apiKeyLimits.perKey.variable, apiKeyLimits.perKey),
  apiKeysPerUser: integer(apiKeyLimits.perUser.variable, apiKeyLimits.perUser),
  uploadMaxImageBytes: integer(uploadLimits.image.variable, uploadLimits.image),
  uploadMaxAudioBytes: integer(uploadLimits.audio.variable, uploadLimits.audio),
  uploadMaxVideoBytes: integer(uploadLimits.video.variable, uploadLimits.video),
  uploadMaxDocumentBytes: integer(uploadLimits.document.variable, uploadLimits.document),
  uploadMaxCsvBytes: integer(uploadLimits.csv.variable, uploadLimits.csv),
};

const { calls } = processes.gateway;
const addressSettings = Object.fromEntries(calls.map((name) => [name, addressSetting(name)]));

export const settings: Settings = { ...addressSettings, ...ownSettings };

type OwnConfig = ConfigOf<typeof ownSettings>;

export interface Config extends Omit<OwnConfig, 'rateLimitOrganization'> {
  readonly rateLimitOrganization: number;
  /** Where each process is that the gateway calls. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** Reads the gateway's configuration. Throws ConfigError. */
export function configFrom(environment: Environment): Config {
  // Read together, so that everything that is wrong is said at once.
  const config = readConfig({ ...addressSettings, ...ownSettings }, environment);
  const named = config as Readonly<Record<string, unknown>>;
  const addresses = Object.fromEntries(calls.map((name) => [name, String(named[name])]));
  const { rateLimitAuthenticated, rateLimitOrganization: organizationSetting } = config;
  const rateLimitOrganization = organizationSetting ?? Math.max(organizationLimit, rateLimitAuthenticated);
  return { ...config, addresses, rateLimitOrganization, publicUrl: config.publicUrl ?? ownUrl(config) };
}

function ownUrl({ httpHost, httpPort }: Pick<OwnConfig, 'httpHost' | 'httpPort'>): string | undefined {
  const host = httpHost.includes(':') ? `[${httpHost}]` : httpHost;
  return httpPort === 0 ? undefined : new URL(`http://${host}:${String(httpPort)}`).origin;
}

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
import { oidcIssuer } from '@assay/chassis/settings/issuer';
import { usualBodyLimits } from '@assay/chassis/http/body-memory';
import { hours, mebibytes } from '@assay/chassis/units';
import { parseOrigins } from './guard/parse-origins.ts';
import { parseTrustedProxies } from './guard/trusted-proxies.ts';
import { apiKeyLimits } from '@assay/proto/api-key-limits';
import { guestLimits } from '@assay/proto/guests';
import { listenerVariable, processes } from '@assay/proto/processes';
import { uploadLimits } from '@assay/proto/upload-limits';

const organizationLimit = 30_000;
/** The largest body that a route accepts. */
const maxBodyBytes = mebibytes(16);

const ownSettings = {
  ...runtimeSettings,
  ...tokenSettings,
  natsUrl: natsSettings.natsUrl,
  natsNamespace: natsSettings.natsNamespace,
  httpHost: text('HTTP_HOST', {
    about: 'The address on which the gateway listens for HTTP.',
    fallback: '127.0.0.1',
  }),
  httpPort: port('HTTP_PORT', {
    about: 'The port on which the gateway listens for HTTP; 0 selects a free port.',
    fallback: 0,
  }),
  publicUrl: optional(
    publicUrl,
    'the address of the gateway when its port is fixed; otherwise sign-in is unavailable',
  ),
  oidcIssuer: optional(oidcIssuer, 'MCP clients are told of no issuer and need an API key'),
  storageOrigin: storageSettings.s3PublicEndpoint,
  projectsFilesUploadUrl: url(listenerVariable('projects-files', 'upload'), {
    about: 'The URL of the upload listener of projects-files.',
  }),
  mcpEndpointUrl: url(listenerVariable('mcp', 'endpoint'), {
    about: 'The URL of the endpoint of mcp, to which the gateway forwards MCP requests.',
  }),
  mcpAllowedOrigins: optional(
    setting('MCP_ALLOWED_ORIGINS', {
      about:
        'The origins whose pages may call the MCP endpoint, in addition to the public URL, separated by commas.',
      form: {
        type: 'array',
        items: { type: 'string', pattern: '^https?://[^/?#@]+/?$' },
        minItems: 1,
      },
      parse: parseOrigins,
    }),
    'no other origin',
  ),
  callTimeoutMs: integer('CALL_TIMEOUT_MS', {
    about:
      'The timeout of a call to another service, in milliseconds. The contract gives some rpcs a longer one.',
    min: 100,
    fallback: 10_000,
  }),
  redisUrl: optional(
    text('REDIS_URL', {
      about: 'The URL of Redis, with credentials. All gateway processes count requests there.',
      secret: true,
    }),
    'each gateway process counts in its memory',
  ),
  redisKeyPrefix: text('REDIS_KEY_PREFIX', {
    about: 'The prefix of all keys in Redis, so that several platforms can share a server.',
    fallback: 'assay:',
  }),
  rateLimitAuthenticated: integer('RATE_LIMIT_AUTHENTICATED', {
    about: 'Maximum of requests of one credential in a window.',
    min: 1,
    fallback: 3_000,
  }),
  rateLimitAnonymous: integer('RATE_LIMIT_ANONYMOUS', {
    about: 'Maximum of requests of one IP address without a valid credential in a window.',
    min: 1,
    fallback: 150,
  }),
  rateLimitOrganization: optional(
    integer('RATE_LIMIT_ORGANIZATION', {
      about: 'Maximum of requests of all credentials of one organization in a window.',
      min: 1,
    }),
    `${organizationLimit.toString()}, or the limit of one credential when that is higher`,
  ),
  rateLimitWindowMs: integer('RATE_LIMIT_WINDOW_MS', {
    about: 'The length of the window in which requests are counted, in milliseconds.',
    min: 100,
    fallback: 900_000,
  }),
  principalCacheMs: integer('PRINCIPAL_CACHE_MS', {
    about: 'How long the principal of a credential is cached, in milliseconds.',
    min: 0,
    max: 600_000,
    fallback: 5_000,
  }),
  isTrustedProxy: optional(
    setting('TRUSTED_PROXIES', {
      about:
        'The proxies whose `X-Forwarded-*` headers the gateway trusts: IP addresses or networks such as `10.0.0.0/8`, separated by commas.',
      form: {
        type: 'array',
        items: { type: 'string', pattern: '^[0-9a-fA-F.:]+(/[0-9]{1,3})?$' },
        minItems: 1,
      },
      parse: parseTrustedProxies,
    }),
    'the gateway ignores these headers',
  ),
  requestTimeoutMs: integer('REQUEST_TIMEOUT_MS', {
    about:
      'The time in which the headers and the body of a request must arrive, in milliseconds. Uploads have their own limit.',
    min: 100,
    max: hours(1),
    fallback: 30_000,
  }),
  ...uploadSettings,
  uploadMinBytesPerSecond: integer('UPLOAD_MIN_BYTES_PER_SECOND', {
    about: 'The minimum pace of an upload, in bytes per second. The gateway measures it every 10 seconds.',
    min: 0,
    fallback: 4_096,
  }),
  bodyBytes: integer('BODY_BYTES', {
    about:
      'Maximum of bytes of request bodies in memory at one gateway process. Uploads are streamed and do not count.',
    min: maxBodyBytes,
    fallback: usualBodyLimits.total,
  }),
  bodyBytesPerOrganization: integer('BODY_BYTES_PER_ORGANIZATION', {
    about: 'Maximum of bytes of request bodies of one organization in memory at one gateway process.',
    min: maxBodyBytes,
    fallback: usualBodyLimits.perOrganization,
  }),
  bodyBytesPerClient: integer('BODY_BYTES_PER_CLIENT', {
    about:
      'Maximum of bytes of request bodies of one credential, or of one IP address without a credential, in memory at one gateway process.',
    min: maxBodyBytes,
    fallback: usualBodyLimits.perOwner,
  }),
  connectionsPerAddress: integer('CONNECTIONS_PER_ADDRESS', {
    about: 'Maximum of open connections from one IP address. Trusted proxies have no limit.',
    min: 1,
    fallback: 512,
  }),
  runEventCommentMs: integer('RUN_EVENT_COMMENT_MS', {
    about: 'The interval of heartbeat comments in a stream of run events, in milliseconds.',
    min: 100,
    fallback: 15_000,
  }),
  runEventStreamsPerCredential: integer('RUN_EVENT_STREAMS_PER_CREDENTIAL', {
    about: 'Maximum of open event streams of one credential at one gateway process.',
    min: 1,
    fallback: 20,
  }),
  // `GET /v2/limits` returns these. identity-org, crowd-webhooks and projects-files read the same variables and enforce them.
  apiKeysPerKey: integer(apiKeyLimits.perKey.variable, apiKeyLimits.perKey),
  apiKeysPerUser: integer(apiKeyLimits.perUser.variable, apiKeyLimits.perUser),
  guestsPerAddress: integer(guestLimits.perAddress.variable, guestLimits.perAddress),
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
  /** The address of each process that the gateway calls. */
  readonly addresses: Readonly<Record<string, string>>;
}

/** Reads the configuration of the gateway. Throws ConfigError. */
export function configFrom(environment: Environment): Config {
  // Reads all settings together, so that one error lists all invalid ones.
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

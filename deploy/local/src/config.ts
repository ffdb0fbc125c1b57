import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface S3Address {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Servers that somebody else runs, named by the environment. */
export interface GivenAddresses {
  readonly mongodbUri: string | undefined;
  readonly natsUrl: string | undefined;
  readonly s3: S3Address | undefined;
  readonly redisUrl: string | undefined;
  readonly mail: MailSettings | undefined;
  readonly signIn: SignInSettings | undefined;
  /** Every variable whose name begins with `STRIPE_`; without them payments are played by a mock. */
  readonly stripe: Record<string, string>;
  /** `FFMPEG_PATH` and `FFMPEG_UNCONFINED`, which decode audio and video. */
  readonly ffmpeg: { readonly path: string | undefined; readonly mayRunUnconfined: boolean };
  /** `TLS_CA_FILE`, `TLS_CERTIFICATE_FILE` and `TLS_KEY_FILE`, with which the processes talk to each other; without them in plaintext. */
  readonly tls: Record<string, string>;
  /** `WEBHOOK_ALLOWED_ADDRESSES` and `WEBHOOK_CA_FILE`; without them webhooks reach the example receivers. */
  readonly webhooks: Record<string, string>;
}

export interface MailSettings {
  readonly smtpUrl: string;
  readonly from: string;
}

/** An OpenID Connect issuer and this platform's client there. */
export interface SignInSettings {
  readonly issuer: string;
  /** What access tokens of the issuer must be made for. */
  readonly audience: string;
  readonly clientId: string;
  /** Undefined: a public client. */
  readonly clientSecret: string | undefined;
}

export interface LocalConfig {
  readonly external: GivenAddresses;
  readonly toolCache: string;
  /** State of the local platform: data, logs, reports, secrets. */
  readonly stateDir: string;
  readonly temporaryDir: string;
  readonly path: readonly string[];
  readonly colour: 'on' | 'off' | 'when-terminal';
  readonly ci: boolean;
  /** Everything the parent had, for child processes. */
  readonly inherited: Record<string, string>;
}

export const defaultMailFrom = 'Assay <no-reply@assay.localhost>';
export const defaultAudience = 'urn:assay:api';

export const projectRoot = resolve(import.meta.dirname, '../../..');

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws {ConfigError} when an S3 endpoint is given without its keys, or an issuer without a client */
export function readConfig(environment: Environment = process.env): LocalConfig {
  const cacheHome = environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return {
    external: {
      mongodbUri: present(environment['MONGODB_URI']),
      natsUrl: present(environment['NATS_URL']),
      s3: givenS3(environment),
      redisUrl: present(environment['REDIS_URL']),
      mail: givenMail(environment),
      signIn: givenSignIn(environment),
      stripe: beginningWith('STRIPE_', environment),
      ffmpeg: {
        path: present(environment['FFMPEG_PATH']),
        mayRunUnconfined: environment['FFMPEG_UNCONFINED'] === 'allowed',
      },
      tls: beginningWith('TLS_', environment),
      webhooks: {
        ...beginningWith('WEBHOOK_ALLOWED_ADDRESSES', environment),
        ...beginningWith('WEBHOOK_CA_FILE', environment),
      },
    },
    toolCache: join(cacheHome, 'assay', 'tools'),
    stateDir: resolve(projectRoot, environment['ASSAY_STATE_DIR'] ?? '.assay'),
    temporaryDir: tmpdir(),
    path: (environment['PATH'] ?? '').split(':').filter((directory) => directory !== ''),
    colour: colourChoice(environment),
    ci: present(environment['CI']) !== undefined,
    inherited: Object.fromEntries(
      Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  };
}

function givenS3(environment: Environment): S3Address | undefined {
  const endpoint = present(environment['S3_ENDPOINT']);
  if (endpoint === undefined) return undefined;
  const accessKeyId = present(environment['S3_ACCESS_KEY']);
  const secretAccessKey = present(environment['S3_SECRET_KEY']);
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new ConfigError(
      'S3_ENDPOINT is set without its keys. Set S3_ACCESS_KEY and S3_SECRET_KEY too, or unset it.',
    );
  }
  return {
    endpoint,
    region: present(environment['S3_REGION']) ?? 'us-east-1',
    bucket: present(environment['S3_BUCKET']) ?? 'assay',
    accessKeyId,
    secretAccessKey,
  };
}

function givenMail(environment: Environment): MailSettings | undefined {
  const smtpUrl = present(environment['SMTP_URL']);
  if (smtpUrl === undefined) return undefined;
  return { smtpUrl, from: present(environment['MAIL_FROM']) ?? defaultMailFrom };
}

function givenSignIn(environment: Environment): SignInSettings | undefined {
  const issuer = present(environment['OIDC_ISSUER']);
  if (issuer === undefined) return undefined;
  const clientId = present(environment['OIDC_CLIENT_ID']);
  if (clientId === undefined) {
    throw new ConfigError('OIDC_ISSUER is set without its client. Set OIDC_CLIENT_ID too, or unset it.');
  }
  return {
    issuer,
    audience: present(environment['OIDC_AUDIENCE']) ?? defaultAudience,
    clientId,
    clientSecret: present(environment['OIDC_CLIENT_SECRET']),
  };
}

function beginningWith(prefix: string, environment: Environment): Record<string, string> {
  const variables = Object.entries(environment).flatMap(([name, raw]) => {
    const value = name.startsWith(prefix) ? present(raw) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(variables);
}

function colourChoice(environment: Environment): LocalConfig['colour'] {
  if (present(environment['NO_COLOR']) !== undefined) return 'off';
  return present(environment['FORCE_COLOR']) === undefined ? 'when-terminal' : 'on';
}

function present(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}

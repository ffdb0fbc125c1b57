import type { MailSettings, SignInSettings } from './config.ts';
import type { ProcessName, ServiceName } from './process-names.ts';
import { publicKeySet, type LocalSecrets } from './secrets.ts';
import type { ServerAddresses } from './servers/start-servers.ts';

export interface ServicePorts {
  grpc: number;
  admin: number;
}

export interface PlatformPorts {
  'identity-org': ServicePorts;
  'projects-files': ServicePorts & { upload: number };
  verification: ServicePorts;
  billing: ServicePorts;
  gateway: { http: number; admin: number };
}

/** Everything that decides how the processes of one local platform find each other. */
export interface PlatformLayout {
  ports: PlatformPorts;
  servers: ServerAddresses;
  secrets: Pick<LocalSecrets, 'apiKey' | 'internalTokenKeys' | 'linkSigningKey' | 'paymentMockSecret'>;
  logLevel: string;
  /** Put before each service's database name; tests that run side by side give each platform its own. */
  databasePrefix: string;
  /** Put before each stream's name; empty unless platforms share a NATS server. */
  natsNamespace: string;
  /** Where people reach the platform; links in mails and redirects begin with it. */
  publicUrl: string;
  mail: MailSettings | undefined;
  signIn: SignInSettings | undefined;
  /** The variables of the payment provider Stripe; empty: payments are played by the mock. */
  stripe: Record<string, string>;
}

type Variables = Record<string, string>;

export const LOCAL_HOST = '127.0.0.1';
const WELCOME_CREDIT_CENTS = 100_000;
// Shorter than the supervisor's patience, so that a process ends by itself before it is ended.
const SHUTDOWN_TIMEOUT_MS = 8_000;

/** The environment contract between whoever starts the platform and its processes. */
export function environmentOf(name: ProcessName, layout: PlatformLayout): Variables {
  return { ...commonVariables(name, layout), ...ownVariables(name, layout) };
}

export function grpcAddress(service: ServiceName, ports: PlatformPorts): string {
  return `${LOCAL_HOST}:${ports[service].grpc}`;
}

export function adminUrl(name: ProcessName, ports: PlatformPorts): string {
  return `http://${LOCAL_HOST}:${ports[name].admin}`;
}

function commonVariables(name: ProcessName, layout: PlatformLayout): Variables {
  const { ports, servers, secrets, logLevel, natsNamespace } = layout;
  return {
    ADMIN_HOST: LOCAL_HOST,
    ADMIN_PORT: String(ports[name].admin),
    LOG_LEVEL: logLevel,
    SHUTDOWN_TIMEOUT_MS: String(SHUTDOWN_TIMEOUT_MS),
    PUBLIC_URL: layout.publicUrl,
    INTERNAL_TOKEN_KEY: JSON.stringify(secrets.internalTokenKeys[name]),
    INTERNAL_TOKEN_JWKS: JSON.stringify(publicKeySet(secrets.internalTokenKeys)),
    NATS_URL: servers.nats.url,
    ...(natsNamespace === '' ? {} : { NATS_NAMESPACE: natsNamespace, REDIS_KEY_PREFIX: `${natsNamespace}:` }),
    ...(servers.redis === undefined ? {} : { REDIS_URL: servers.redis.url }),
    IDENTITY_ORG_ADDRESS: grpcAddress('identity-org', ports),
    PROJECTS_FILES_ADDRESS: grpcAddress('projects-files', ports),
    PROJECTS_FILES_UPLOAD_URL: `http://${LOCAL_HOST}:${ports['projects-files'].upload}`,
    VERIFICATION_ADDRESS: grpcAddress('verification', ports),
    BILLING_ADDRESS: grpcAddress('billing', ports),
  };
}

function ownVariables(name: ProcessName, layout: PlatformLayout): Variables {
  const { ports, secrets } = layout;
  switch (name) {
    case 'gateway':
      return { HTTP_HOST: LOCAL_HOST, HTTP_PORT: String(ports.gateway.http) };
    case 'identity-org':
      return {
        ...serviceVariables(name, layout),
        SEED_API_KEY: secrets.apiKey,
        SEED_ORGANIZATION_NAME: 'Local organization',
        SEED_USER_EMAIL: 'local@assay.localhost',
        LINK_SIGNING_KEY: secrets.linkSigningKey,
        ...mailVariables(layout),
        ...signInVariables(layout),
      };
    case 'billing':
      return {
        ...serviceVariables(name, layout),
        ...paymentVariables(layout),
        WELCOME_CREDIT_CENTS: String(WELCOME_CREDIT_CENTS),
      };
    case 'projects-files':
      return {
        ...serviceVariables(name, layout),
        ...storageVariables(layout),
        UPLOAD_HOST: LOCAL_HOST,
        UPLOAD_PORT: String(ports['projects-files'].upload),
      };
    case 'verification':
      return { ...serviceVariables(name, layout), ...storageVariables(layout) };
  }
}

function serviceVariables(name: ServiceName, { ports, servers, databasePrefix }: PlatformLayout): Variables {
  return {
    GRPC_HOST: LOCAL_HOST,
    GRPC_PORT: String(ports[name].grpc),
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

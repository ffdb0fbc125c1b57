import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface S3Address {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Servers that somebody else runs, named by the environment. */
export interface GivenAddresses {
  mongodbUri: string | undefined;
  natsUrl: string | undefined;
  s3: S3Address | undefined;
  redisUrl: string | undefined;
}

export interface LocalConfig {
  given: GivenAddresses;
  toolCache: string;
  /** State of the local platform: data, logs, reports, secrets. */
  stateDir: string;
  temporaryDir: string;
  path: readonly string[];
  colour: 'on' | 'off' | 'when-terminal';
  ci: boolean;
  /** Everything the parent had, for child processes. */
  inherited: Record<string, string>;
}

export const projectRoot = resolve(import.meta.dirname, '../../..');

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws {ConfigError} when an S3 endpoint is given without its keys */
export function readConfig(environment: Environment = process.env): LocalConfig {
  const cacheHome = environment['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return {
    given: {
      mongodbUri: present(environment['MONGODB_URI']),
      natsUrl: present(environment['NATS_URL']),
      s3: givenS3(environment),
      redisUrl: present(environment['REDIS_URL']),
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
    throw new ConfigError('S3_ENDPOINT is set: set S3_ACCESS_KEY and S3_SECRET_KEY too, or unset it');
  }
  return {
    endpoint,
    region: present(environment['S3_REGION']) ?? 'us-east-1',
    bucket: present(environment['S3_BUCKET']) ?? 'assay',
    accessKeyId,
    secretAccessKey,
  };
}

function colourChoice(environment: Environment): LocalConfig['colour'] {
  if (present(environment['NO_COLOR']) !== undefined) return 'off';
  return present(environment['FORCE_COLOR']) === undefined ? 'when-terminal' : 'on';
}

function present(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}

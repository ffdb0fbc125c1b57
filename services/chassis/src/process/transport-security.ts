import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { ChannelCredentials, ServerCredentials } from '@grpc/grpc-js';
import { ConfigError } from '../config.ts';
import { measure } from '../metrics.ts';
import type { Metrics } from '../metrics.ts';

/** As the settings of every process say it. */
export interface TlsConfig {
  readonly tlsCaFile?: string | undefined;
  readonly tlsCertificateFile?: string | undefined;
  readonly tlsKeyFile?: string | undefined;
  readonly plaintext?: 'loopback' | 'anywhere';
}

/** How this process and others talk: encrypted with the platform's certificates, or in plaintext where that is allowed. */
export interface TransportSecurity {
  /** The authority to believe, PEM; undefined: connections are not encrypted. */
  readonly ca: Buffer | undefined;
  /** What this process shows whoever connects to it, PEM; undefined: connections are not encrypted. */
  readonly identity: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Throws ConfigError unless what goes to or comes in at this host is encrypted, or need not be. */
  check(host: string): void;
  /** For calls to any of these hosts; throws as `check` does. */
  channelCredentials(hosts: readonly string[]): ChannelCredentials;
  /** For serving at this host; throws as `check` does, and when there is no certificate to show. */
  serverCredentials(host: string): ServerCredentials;
}

/** Reads the files named by the configuration. Throws ConfigError when one cannot be read or one goes without the other. */
export function transportSecurity(config: TlsConfig): TransportSecurity {
  const ca = read('TLS_CA_FILE', config.tlsCaFile);
  const identity = readIdentity(config);
  if (identity !== undefined && ca === undefined) {
    throw new ConfigError(
      'TLS_CA_FILE is missing: TLS_CERTIFICATE_FILE without it would encrypt one direction',
    );
  }
  const check = (host: string): void => {
    if (ca !== undefined || config.plaintext === 'anywhere' || isLoopback(host)) return;
    throw new ConfigError(
      `TLS_CA_FILE is missing: ${host} is beyond this machine; name the files, or set GRPC_PLAINTEXT=anywhere where the network encrypts`,
    );
  };
  return {
    ca,
    identity,
    check,
    channelCredentials(hosts) {
      for (const host of hosts) check(host);
      return ca === undefined ? ChannelCredentials.createInsecure() : ChannelCredentials.createSsl(ca);
    },
    serverCredentials(host) {
      check(host);
      if (ca === undefined) return ServerCredentials.createInsecure();
      if (identity === undefined)
        throw new ConfigError('TLS_CERTIFICATE_FILE is missing: this process serves others');
      return ServerCredentials.createSsl(null, [{ cert_chain: identity.cert, private_key: identity.key }]);
    },
  };
}

function readIdentity({ tlsCertificateFile, tlsKeyFile }: TlsConfig): TransportSecurity['identity'] {
  const cert = read('TLS_CERTIFICATE_FILE', tlsCertificateFile);
  const key = read('TLS_KEY_FILE', tlsKeyFile);
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined)
    throw new ConfigError('TLS_CERTIFICATE_FILE is missing: TLS_KEY_FILE is of no use without it');
  if (key === undefined)
    throw new ConfigError('TLS_KEY_FILE is missing: TLS_CERTIFICATE_FILE is of no use without it');
  return { cert, key };
}

function read(variable: string, file: string | undefined): Buffer | undefined {
  if (file === undefined) return undefined;
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ConfigError(
      `${variable} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/gu, '');
  if (bare === 'localhost' || bare === '::1') return true;
  return isIP(bare) === 4 && bare.startsWith('127.');
}

/** Says on each scrape until when the certificates hold with which this process was started; nothing where it talks in plaintext. */
export function measureCertificates(
  metrics: Metrics,
  { ca, identity }: Pick<TransportSecurity, 'ca' | 'identity'>,
): void {
  const files = { authority: ca, own: identity?.cert };
  const samples = Object.entries(files).flatMap(([certificate, pem]) =>
    pem === undefined ? [] : [{ labels: { certificate }, value: earliestEnd(pem) / 1_000 }],
  );
  const gauge = {
    name: 'assay_certificate_expiry_timestamp_seconds',
    help: 'When the first certificate of a file expires, in seconds since the epoch.',
    labelNames: ['certificate'] as const,
  };
  measure(metrics, gauge, () => samples);
}

const certificates = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

/** Of a chain, or of several authorities. */
function earliestEnd(pem: Buffer): number {
  const found = pem.toString('latin1').match(certificates) ?? [];
  return Math.min(...found.map((text) => new X509Certificate(text).validToDate.getTime()));
}

import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { ChannelCredentials, ServerCredentials } from '@grpc/grpc-js';
import { ConfigError } from '../config.ts';
import { measure } from '../metrics.ts';
import type { Metrics } from '../metrics.ts';

/** The TLS settings of a process. */
export interface TlsConfig {
  readonly tlsCaFile?: string | undefined;
  readonly tlsCertificateFile?: string | undefined;
  readonly tlsKeyFile?: string | undefined;
  readonly plaintext?: 'loopback' | 'anywhere';
}

/** The encryption between this process and others: TLS with the certificates of the platform, or plaintext where it is allowed. */
export interface TransportSecurity {
  /** The trusted certificate authority, PEM. undefined: connections are not encrypted. */
  readonly ca: Buffer | undefined;
  /** The certificate and key of this process, PEM. undefined: this process serves no encrypted connections. */
  readonly identity: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Throws ConfigError when connections to or at this host would be in plaintext and must not be. */
  check(host: string): void;
  /** Returns credentials for calls to these hosts. Throws as `check` does. */
  channelCredentials(hosts: readonly string[]): ChannelCredentials;
  /** Returns credentials for serving at this host. Throws as `check` does, and when this process has no certificate. */
  serverCredentials(host: string): ServerCredentials;
}

/** Reads the configured TLS files. Throws ConfigError when a file cannot be read or another one is missing. */
export function transportSecurity(config: TlsConfig): TransportSecurity {
  const ca = read('TLS_CA_FILE', config.tlsCaFile);
  const identity = readIdentity(config);
  if (identity !== undefined && ca === undefined) {
    throw new ConfigError(
      'TLS_CA_FILE is missing. Set it together with TLS_CERTIFICATE_FILE, which alone encrypts only incoming connections.',
    );
  }
  const check = (host: string): void => {
    if (ca !== undefined || config.plaintext === 'anywhere' || isLoopback(host)) return;
    throw new ConfigError(
      `TLS_CA_FILE is missing, and ${host} is not this machine. Set the TLS files, or GRPC_PLAINTEXT=anywhere if the network encrypts.`,
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
        throw new ConfigError(
          'TLS_CERTIFICATE_FILE is missing. Set it, since this process serves encrypted connections.',
        );
      return ServerCredentials.createSsl(null, [{ cert_chain: identity.cert, private_key: identity.key }]);
    },
  };
}

function readIdentity({ tlsCertificateFile, tlsKeyFile }: TlsConfig): TransportSecurity['identity'] {
  const cert = read('TLS_CERTIFICATE_FILE', tlsCertificateFile);
  const key = read('TLS_KEY_FILE', tlsKeyFile);
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined)
    throw new ConfigError('TLS_CERTIFICATE_FILE is missing. Set it together with TLS_KEY_FILE.');
  if (key === undefined)
    throw new ConfigError('TLS_KEY_FILE is missing. Set it together with TLS_CERTIFICATE_FILE.');
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

/** Adds the gauge of the expiry of the certificates that this process was started with. In plaintext it has no samples. */
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

/** Returns the earliest expiry in a PEM file with a chain or several authorities, in milliseconds since the epoch. */
function earliestEnd(pem: Buffer): number {
  const found = pem.toString('latin1').match(certificates) ?? [];
  return Math.min(...found.map((text) => new X509Certificate(text).validToDate.getTime()));
}

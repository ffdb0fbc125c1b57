import { readFile, writeFile } from 'node:fs/promises';
import { processNames, serviceNames } from '@assay/proto/processes';
import { adminUrl, grpcAddress } from './environment.ts';
import type { PlatformLayout } from './environment.ts';

/** What `.assay/local.json` tells scripts. Secrets are in it, so only its owner may read it. */
export interface LocalAddresses {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly organizationId: string;
  /** Where the mails the platform sent can be read. Undefined: somebody else's server sends them. */
  readonly mailUrl: string | undefined;
}

export async function writeLocalAddresses(
  file: string,
  addresses: LocalAddresses,
  layout: PlatformLayout,
): Promise<void> {
  const { ports, servers } = layout;
  const content = {
    ...addresses,
    oidcIssuer: layout.signIn?.issuer,
    servers: {
      mongodb: servers.mongodb.uri,
      nats: servers.nats.url,
      s3: servers.s3,
      redis: servers.redis?.url ?? null,
    },
    services: Object.fromEntries(serviceNames.map((name) => [name, { grpc: grpcAddress(name, ports) }])),
    admin: Object.fromEntries(processNames.map((name) => [name, adminUrl(name, ports)])),
  };
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
}

/** Undefined when the platform was never started. */
export async function readLocalAddresses(file: string): Promise<LocalAddresses | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  // Written by writeLocalAddresses alone.
  return text === undefined ? undefined : (JSON.parse(text) as LocalAddresses);
}

import { processes } from '@assay/proto/processes';
import type { ProcessName } from '@assay/proto/processes';
import { publicKeySet } from './secrets.ts';
import type { LocalSecrets } from './secrets.ts';

/** What processes are told of the secrets of a platform; those of servers and of payments go with these. */
export type ProcessSecrets = Pick<
  LocalSecrets,
  'accessTokenKey' | 'apiKey' | 'evidenceKey' | 'internalTokenKeys' | 'linkSigningKey' | 'sealingSecrets'
>;

type Variables = Readonly<Record<string, string>>;

/** The variables by which a process signs, seals and is begun, as no other process knows them. */
export function processSecrets(name: ProcessName, secrets: ProcessSecrets): Variables {
  return {
    INTERNAL_TOKEN_KEY: JSON.stringify(secrets.internalTokenKeys[name]),
    INTERNAL_TOKEN_JWKS: JSON.stringify(publicKeySet(secrets.internalTokenKeys)),
    ...(processes[name].needs.includes('mongodb') && { SEALING_SECRET: secrets.sealingSecrets[name] }),
    ...ownSecrets[name]?.(secrets),
  };
}

const ownSecrets: Readonly<Partial<Record<ProcessName, (secrets: ProcessSecrets) => Variables>>> = {
  'identity-org': ({ accessTokenKey, apiKey, linkSigningKey }) => ({
    ACCESS_TOKEN_KEY: JSON.stringify(accessTokenKey),
    LINK_SIGNING_KEY: linkSigningKey,
    SEED_API_KEY: apiKey,
  }),
  verification: ({ evidenceKey }) => ({ EVIDENCE_SIGNING_KEY: JSON.stringify(evidenceKey) }),
};

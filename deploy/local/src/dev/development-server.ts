import { join } from 'node:path';
import { defaultAudience, defaultMailFrom } from '../config.ts';
import type { LocalConfig, MailSettings, SignInSettings } from '../config.ts';
import type { Guardian } from '../processes/guardian.ts';
import type { LocalSecrets } from '../platform/secrets.ts';
import type { ServerProgress } from '../servers/start-options.ts';
import { mailServerVariables, oidcServerVariables } from './config.ts';
import type { KeptPorts } from './kept-ports.ts';

export interface DevelopmentServersOptions {
  readonly config: Pick<LocalConfig, 'external' | 'inherited'>;
  /** Gets `mail/`, `logs/`, `ports.json` and `oidc-keys.json`. */
  readonly stateDir: string;
  /** Where the platform will serve. */
  readonly publicUrl: string;
  readonly secrets: Pick<LocalSecrets, 'oidcClientSecret'>;
  readonly guardian: Guardian;
  readonly onProgress: (progress: ServerProgress) => void;
}

/** A server of this folder, or the one the environment names in its place. */
export interface DevelopmentServer<S> {
  readonly label: string;
  /** The environment variable that names a server somebody else runs. */
  readonly variable: string;
  readonly isGiven: boolean;
  readonly description: string;
  readonly script: 'mail-server' | 'oidc-server';
  readonly environment: Record<string, string>;
  readonly ports: readonly number[];
  /** For people. */
  readonly address: string;
  readonly settings: S;
}

const clientId = 'assay';

export function mailServer(
  { config: { external }, stateDir }: DevelopmentServersOptions,
  { smtp, inbox }: KeptPorts,
): DevelopmentServer<MailSettings> {
  const folder = join(stateDir, 'mail');
  const local = { smtpUrl: `smtp://127.0.0.1:${String(smtp)}`, from: defaultMailFrom };
  return {
    label: 'Mail',
    variable: 'SMTP_URL',
    isGiven: external.mail !== undefined,
    description: 'a local inbox',
    script: 'mail-server',
    environment: mailServerVariables({ smtpPort: smtp, inboxPort: inbox, folder }),
    ports: [smtp, inbox],
    address:
      external.mail === undefined
        ? `http://127.0.0.1:${String(inbox)}`
        : withoutSecret(external.mail.smtpUrl),
    settings: external.mail ?? local,
  };
}

export function issuerServer(
  { config: { external }, stateDir, publicUrl, secrets }: DevelopmentServersOptions,
  { oidc }: KeptPorts,
): DevelopmentServer<SignInSettings> {
  const local = {
    issuer: `http://127.0.0.1:${String(oidc)}`,
    audience: defaultAudience,
    clientId: clientId,
    clientSecret: secrets.oidcClientSecret,
  };
  return {
    label: 'OpenID Connect',
    variable: 'OIDC_ISSUER',
    isGiven: external.signIn !== undefined,
    description: 'a local issuer',
    script: 'oidc-server',
    environment: oidcServerVariables({
      ...local,
      port: oidc,
      redirectUri: `${publicUrl}/v2/auth/callback`,
      keysFile: join(stateDir, 'oidc-keys.json'),
    }),
    ports: [oidc],
    address: external.signIn?.issuer ?? local.issuer,
    settings: external.signIn ?? local,
  };
}

function withoutSecret(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

import { join } from 'node:path';
import {
  DEFAULT_AUDIENCE,
  DEFAULT_MAIL_FROM,
  type LocalConfig,
  type MailSettings,
  type SignInSettings,
} from '../config.ts';
import type { Guardian } from '../guardian.ts';
import type { LocalSecrets } from '../secrets.ts';
import type { ServerNews } from '../servers/start-options.ts';
import { mailServerVariables, oidcServerVariables } from './config.ts';
import type { KeptPorts } from './kept-ports.ts';

export interface DevelopmentServersOptions {
  config: Pick<LocalConfig, 'given' | 'inherited'>;
  /** Gets `mail/`, `logs/`, `ports.json` and `oidc-keys.json`. */
  stateDir: string;
  /** Where the platform will serve. */
  publicUrl: string;
  secrets: Pick<LocalSecrets, 'oidcClientSecret'>;
  guardian: Guardian;
  onProgress: (news: ServerNews) => void;
}

/** A server of this folder, or the one the environment names in its place. */
export interface DevelopmentServer<S> {
  label: string;
  /** The environment variable that names a server somebody else runs. */
  variable: string;
  isGiven: boolean;
  description: string;
  script: 'mail-server' | 'oidc-server';
  environment: Record<string, string>;
  ports: readonly number[];
  /** For people. */
  address: string;
  settings: S;
}

const CLIENT_ID = 'assay';

export function mailServer(
  { config: { given }, stateDir }: DevelopmentServersOptions,
  { smtp, inbox }: KeptPorts,
): DevelopmentServer<MailSettings> {
  const folder = join(stateDir, 'mail');
  const local = { smtpUrl: `smtp://127.0.0.1:${String(smtp)}`, from: DEFAULT_MAIL_FROM };
  return {
    label: 'Mail',
    variable: 'SMTP_URL',
    isGiven: given.mail !== undefined,
    description: 'an inbox of this machine',
    script: 'mail-server',
    environment: mailServerVariables({ smtpPort: smtp, inboxPort: inbox, folder }),
    ports: [smtp, inbox],
    address:
      given.mail === undefined ? `http://127.0.0.1:${String(inbox)}` : withoutSecret(given.mail.smtpUrl),
    settings: given.mail ?? local,
  };
}

export function issuerServer(
  { config: { given }, stateDir, publicUrl, secrets }: DevelopmentServersOptions,
  { oidc }: KeptPorts,
): DevelopmentServer<SignInSettings> {
  const local = {
    issuer: `http://127.0.0.1:${String(oidc)}`,
    audience: DEFAULT_AUDIENCE,
    clientId: CLIENT_ID,
    clientSecret: secrets.oidcClientSecret,
  };
  return {
    label: 'OpenID Connect',
    variable: 'OIDC_ISSUER',
    isGiven: given.signIn !== undefined,
    description: 'an issuer of this machine',
    script: 'oidc-server',
    environment: oidcServerVariables({
      ...local,
      port: oidc,
      redirectUri: `${publicUrl}/v2/auth/callback`,
      keysFile: join(stateDir, 'oidc-keys.json'),
    }),
    ports: [oidc],
    address: given.signIn?.issuer ?? local.issuer,
    settings: given.signIn ?? local,
  };
}

function withoutSecret(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

import type { Environment } from '../config.ts';

/** What the development servers are told by whoever starts them. */
export interface MailServerConfig {
  readonly smtpPort: number;
  readonly inboxPort: number;
  readonly folder: string;
}

export interface OidcServerConfig {
  readonly port: number;
  readonly issuer: string;
  readonly audience: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  readonly keysFile: string;
}

export function mailServerVariables(config: MailServerConfig): Record<string, string> {
  return { ASSAY_MAIL_SERVER: JSON.stringify(config) };
}

export function oidcServerVariables(config: OidcServerConfig): Record<string, string> {
  return { ASSAY_OIDC_SERVER: JSON.stringify(config) };
}

export function readMailServerConfig(environment: Environment = process.env): MailServerConfig {
  // Written by mailServerVariables.
  return JSON.parse(environment['ASSAY_MAIL_SERVER'] ?? '') as MailServerConfig;
}

export function readOidcServerConfig(environment: Environment = process.env): OidcServerConfig {
  // Written by oidcServerVariables.
  return JSON.parse(environment['ASSAY_OIDC_SERVER'] ?? '') as OidcServerConfig;
}

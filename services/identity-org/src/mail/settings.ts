import { ConfigError, optionalText } from '@assay/chassis/config';
import type { ConfigOf, Setting } from '@assay/chassis/config';

export const mailSettings = {
  /** The mail server; undefined: no mail is sent. */
  smtpUrl: smtpUrl('SMTP_URL'),
  mailFrom: optionalText('MAIL_FROM'),
  /** The address at which people reach the platform; links in mails begin with it. */
  publicUrl: publicUrl('PUBLIC_URL'),
  /** The key of the HMAC in mailed links. */
  linkSigningKey: signingKey('LINK_SIGNING_KEY'),
  /** The one before: links that were mailed with it work for as long as it is given. */
  linkSigningKeyPrevious: optionalSigningKey('LINK_SIGNING_KEY_PREVIOUS'),
};
type MailConfig = ConfigOf<typeof mailSettings>;

export interface SmtpOptions {
  readonly url: string;
  readonly from: string;
}

/** The mail server and the sender; undefined: no mail is sent. Throws ConfigError for a server without a sender. */
export function smtpOptions({
  smtpUrl: url,
  mailFrom: from,
}: Pick<MailConfig, 'smtpUrl' | 'mailFrom'>): SmtpOptions | undefined {
  if (url === undefined) return undefined;
  if (from === undefined) throw new ConfigError('MAIL_FROM is missing for SMTP_URL');
  return { url, from };
}

function smtpUrl(variable: string): Setting<string | undefined> {
  return {
    variable,
    read: (raw) => {
      if (raw === undefined) return undefined;
      const url = URL.parse(raw);
      if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') {
        throw new Error('must be an smtp or smtps address');
      }
      return raw;
    },
  };
}

function publicUrl(variable: string): Setting<string> {
  return {
    variable,
    read: (raw) => {
      if (raw === undefined) throw new Error('is missing');
      const url = URL.parse(raw);
      if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '') {
        throw new Error('must be an http or https address with nothing behind the host');
      }
      return url.origin;
    },
  };
}

const minKeyBytes = 32;

function optionalSigningKey(variable: string): Setting<Buffer | undefined> {
  const { read } = signingKey(variable);
  return { variable, read: (raw) => (raw === undefined ? undefined : read(raw)) };
}

function signingKey(variable: string): Setting<Buffer> {
  return {
    variable,
    read: (raw) => {
      if (raw === undefined) throw new Error('is missing');
      const key = Buffer.from(raw, 'base64');
      if (key.length < minKeyBytes) throw new Error(`must be at least ${minKeyBytes} bytes in base64`);
      return key;
    },
  };
}

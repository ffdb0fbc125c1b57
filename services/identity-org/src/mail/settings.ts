import { ConfigError, optional, setting, text, url } from '@assay/chassis/config';
import type { ConfigOf } from '@assay/chassis/config';
import { publicUrl } from '@assay/chassis/settings/process';

const minKeyBytes = 32;
const keyForm = { type: 'string', pattern: '^[A-Za-z0-9+/_-]{43,}={0,2}$' };

export const mailSettings = {
  smtpUrl: optional(
    url('SMTP_URL', {
      about: 'The mail server, credentials included, such as `smtps://user:password@mail.example.org:465`.',
      schemes: ['smtp', 'smtps'],
      secret: true,
    }),
    'no mail is sent',
  ),
  mailFrom: optional(
    text('MAIL_FROM', { about: 'The sender of every mail, such as `Assay <no-reply@assay.example.org>`.' }),
    'no mail can be sent',
  ),
  publicUrl,
  linkSigningKey: setting('LINK_SIGNING_KEY', {
    about: 'The key of the HMAC in mailed links: at least 32 bytes in base64.',
    secret: true,
    form: keyForm,
    parse: signingKey,
  }),
  linkSigningKeyPrevious: optional(
    setting('LINK_SIGNING_KEY_PREVIOUS', {
      about:
        'The key before the present one: links that were mailed with it work for as long as it is given.',
      secret: true,
      form: keyForm,
      parse: signingKey,
    }),
    'there was none',
  ),
  linkSigningKeyNext: optional(
    setting('LINK_SIGNING_KEY_NEXT', {
      about: 'The key after the present one, so that links of a process that has it already work.',
      secret: true,
      form: keyForm,
      parse: signingKey,
    }),
    'none is accepted beforehand',
  ),
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

function signingKey(raw: string): Buffer {
  const key = Buffer.from(raw, 'base64');
  if (key.length < minKeyBytes) throw new Error(`must be at least ${minKeyBytes} bytes in base64`);
  return key;
}

import cookie from '@fastify/cookie';
import type { Config } from '../config.ts';
import type { RestApp } from '../rest-app.ts';
import type { Cookies, SecretCookie } from './secret-cookie.ts';

/** Registers the cookie plugin and creates the cookies of this host. They are `Secure` when the public URL has https. */
export async function useCookies(app: RestApp, { publicUrl }: Pick<Config, 'publicUrl'>): Promise<Cookies> {
  await app.register(cookie, { hook: false });
  const secure = publicUrl?.startsWith('https:') === true;
  // With this prefix, browsers accept the cookie from this host over https only (RFC 6265bis, section 4.1.3.2).
  const prefix = secure ? '__Host-' : '';
  const create = (name: string): SecretCookie => {
    const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
    return {
      name,
      read: ({ headers }) =>
        headers.cookie === undefined ? undefined : app.parseCookie(headers.cookie)[name],
      set: (reply, secret, expires) => void reply.setCookie(name, secret, { ...attributes, expires }),
      clear: (reply) => void reply.clearCookie(name, attributes),
    };
  };
  return { session: create(`${prefix}assay_session`), login: create(`${prefix}assay_login`) };
}

import cookie from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.ts';
import type { RestApp } from '../rest-app.ts';

/** A cookie that holds a secret, which no script and no other host sees. */
export interface SecretCookie {
  readonly name: string;
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, secret: string, expires: Date): void;
  clear(reply: FastifyReply): void;
}

export interface Cookies {
  /** Says who is signed in. */
  readonly session: SecretCookie;
  /** Binds what the issuer answers to the browser that asked. */
  readonly login: SecretCookie;
}

/** The cookies of this host; over https alone where the public address says so. */
export async function useCookies(
  app: RestApp,
  { publicUrl }: Pick<GatewayConfig, 'publicUrl'>,
): Promise<Cookies> {
  await app.register(cookie, { hook: false });
  const secure = publicUrl?.startsWith('https:') === true;
  // The prefix makes browsers refuse the cookie from any other host and without https (RFC 6265bis, 4.1.3.2).
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

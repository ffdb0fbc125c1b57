import type { FastifyReply, FastifyRequest } from 'fastify';

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

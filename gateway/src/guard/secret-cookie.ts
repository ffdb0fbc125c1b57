import type { FastifyReply, FastifyRequest } from 'fastify';

/** A cookie with a secret that scripts and other hosts cannot read. */
export interface SecretCookie {
  readonly name: string;
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, secret: string, expires: Date): void;
  clear(reply: FastifyReply): void;
}

export interface Cookies {
  /** Identifies the session of the user. */
  readonly session: SecretCookie;
  /** Binds the response of the issuer to the browser that started the sign-in. */
  readonly login: SecretCookie;
}

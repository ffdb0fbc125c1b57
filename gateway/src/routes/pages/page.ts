import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';

const folder = join(import.meta.dirname, '../../../pages');

/** A file of the folder `pages`, which is served as it is. */
export function readPageFile(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

/** Answers with a page that runs nothing but the gateway's own scripts and is never framed. */
export function sendPage(reply: FastifyReply, html: string, policy: readonly string[] = []): FastifyReply {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(policy.length === 0 ? ["form-action 'none'"] : policy),
  ];
  void reply.header('content-security-policy', directives.join('; ')).type('text/html; charset=utf-8');
  return reply.send(html);
}

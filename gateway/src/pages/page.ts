import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { html, renderHtml } from '@assay/chassis/http/html';
import type { Html } from '@assay/chassis/http/html';
import { pagesFolder } from '@assay/web/page-files';

/** Reads a file of the pages. @param path relative to their folder */
export function readPageFile(path: string): string {
  return readFileSync(new URL(path, pagesFolder), 'utf8');
}

/** Returns a whole page around its content. */
export function pageWith(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Assay</title>
        <link rel="stylesheet" href="/v2/pages/page.css" />
      </head>
      <body>
        <main>
          <p class="mast">Assay</p>
          <div class="sheet"><section>${content}</section></div>
        </main>
      </body>
    </html> `;
}

/** Sends a page that runs only scripts of the gateway and cannot be framed. @param policy further directives */
export function sendPage(
  reply: FastifyReply,
  page: Html | string,
  policy: readonly string[] = [],
): FastifyReply {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...policy,
    ...(policy.some((one) => one.startsWith('form-action')) ? [] : ["form-action 'none'"]),
  ];
  void reply.header('content-security-policy', directives.join('; ')).type('text/html; charset=utf-8');
  return reply.send(typeof page === 'string' ? page : renderHtml(page));
}

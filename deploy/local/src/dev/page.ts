import type { ServerResponse } from 'node:http';
import { html, rawHtml, renderHtml } from '@assay/chassis/http/html';
import type { Html } from '@assay/chassis/http/html';

export interface PageOptions {
  readonly title: string;
  /** Beyond nothing but the page's own styles. */
  readonly policy?: string;
  /** Loads the page again after so many seconds. */
  readonly refreshSeconds?: number;
  readonly status?: number;
}

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.4rem; }
  table { width: 100%; border-collapse: collapse; }
  th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
  th { font-weight: 600; }
  small, time { opacity: .75; white-space: nowrap; }
  iframe { width: 100%; height: 60vh; border: 1px solid #8884; border-radius: .5rem; background: #fff; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid #8884; border-radius: .5rem; }
  form { display: grid; gap: 1rem; max-width: 24rem; }
  label { display: grid; gap: .25rem; }
  input, button { font: inherit; padding: .5rem .75rem; border: 1px solid #8888; border-radius: .5rem; }
  button { cursor: pointer; background: #2457c5; color: #fff; border-color: #2457c5; }
`;

export function sendPage(response: ServerResponse, options: PageOptions, content: Html): void {
  const { title, policy = '', refreshSeconds, status = 200 } = options;
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      <style>
        ${rawHtml(style)}
      </style>
      ${content}
    </html>`;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; ${policy}`,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...(refreshSeconds === undefined ? {} : { refresh: String(refreshSeconds) }),
  });
  response.end(renderHtml(page));
}

/** Whether a request was meant for this server: a name somebody else's page made point here is not. */
export function isForLoopback(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host ?? '');
}

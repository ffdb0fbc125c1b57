import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { KeptMail, MailFolder } from './mail-folder.ts';
import { html } from '@assay/chassis/http/html';
import type { Html } from '@assay/chassis/http/html';
import { isForLoopback, sendPage } from './page.ts';
import { readMail } from './read-mail.ts';
import type { Address, Email } from './read-mail.ts';

const refreshSeconds = 5;
// What a mail brings runs nothing and loads nothing; its links open in a window of their own.
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Serves the pages of the inbox: `/` lists all mails, `/mails/<name>` shows one. */
export function createInbox(mails: MailFolder): Server {
  return createServer((request, response) => {
    answer(mails, request, response).catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      response.writeHead(500).end();
    });
  });
}

async function answer(mails: MailFolder, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isForLoopback(request.headers.host)) {
    response.writeHead(421).end();
    return;
  }
  const [, place, name = '', part] = (request.url ?? '/').split('?')[0]?.split('/') ?? [];
  if (place === '') {
    sendPage(response, { title: 'Inbox', refreshSeconds }, listPage(await mails.list()));
    return;
  }
  const message = place === 'mails' ? await mails.read(name) : undefined;
  if (message === undefined) {
    sendPage(response, { title: 'Page not found', status: 404 }, html`<h1>Page not found</h1>`);
    return;
  }
  showMail({ name, message, part }, response, await readMail(message));
}

function showMail(
  { name, message, part }: { name: string; message: Buffer; part: string | undefined },
  response: ServerResponse,
  email: Email,
): void {
  if (part === 'message.eml') {
    response.writeHead(200, { 'content-type': 'message/rfc822' }).end(message);
  } else if (part === 'body') {
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': mailPolicy })
      .end(
        `<!doctype html><meta name="referrer" content="no-referrer"><base target="_blank">${email.html ?? ''}`,
      );
  } else {
    sendPage(response, { title: subjectOf(email), policy: "frame-src 'self'" }, mailPage({ name, email }));
  }
}

function listPage(mails: readonly KeptMail[]): Html {
  const rows = mails.map(
    ({ name, email }) =>
      html`<tr>
        <td><a href="/mails/${name}">${subjectOf(email)}</a></td>
        <td>${people(email.to)}</td>
        <td>${time(email)}</td>
      </tr>`,
  );
  const none = html`<tr>
    <td colspan="3">No mail yet. This page looks again every ${refreshSeconds} seconds.</td>
  </tr>`;
  return html`<h1>Inbox</h1>
    <p>All mails that this platform sent. They stay on this machine.</p>
    <table>
      <tr>
        <th>Subject</th>
        <th>To</th>
        <th>Sent</th>
      </tr>
      ${rows.length === 0 ? none : rows}
    </table>`;
}

function mailPage({ name, email }: KeptMail): Html {
  const rendered = html`<iframe
    title="The mail"
    src="/mails/${name}/body"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
  ></iframe>`;
  return html`<p><a href="/">Inbox</a></p>
    <h1>${subjectOf(email)}</h1>
    <table>
      <tr>
        <th>From</th>
        <td>${people(email.from === undefined ? [] : [email.from])}</td>
      </tr>
      <tr>
        <th>To</th>
        <td>${people(email.to)}</td>
      </tr>
      <tr>
        <th>Sent</th>
        <td>${time(email)}</td>
      </tr>
    </table>
    <p></p>
    ${email.html === undefined ? plainText(email.text ?? '') : rendered}
    <p><a href="/mails/${name}/message.eml">The original message</a></p>`;
}

/** The text, its web addresses as links. */
function plainText(text: string): Html {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/);
  const rendered = parts.map((part, place) =>
    place % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : html`${part}`,
  );
  return html`<pre>${rendered}</pre>`;
}

function subjectOf({ subject }: Email): string {
  return subject === undefined || subject === '' ? '(no subject)' : subject;
}

function people(addresses: readonly Address[] = []): string {
  return addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address }) => (name === '' ? address : `${name} <${address}>`))
    .join(', ');
}

function time({ date }: Email): Html {
  return html`<time>${date === undefined ? '' : date.slice(0, 19).replace('T', ' ')}</time>`;
}

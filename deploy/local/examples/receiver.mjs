/**
 * An example receiver of webhooks for Node.js 20 or newer. It verifies each request and prints one line per event.
 *
 *   WEBHOOK_SECRET=whsec_… node deploy/local/examples/receiver.mjs
 *
 * `npm start` creates its certificate. `--port` chooses the port, 9443 by default.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';

const maxBodyBytes = 1_000_000;
const { WEBHOOK_SECRET = '', ASSAY_STATE_DIR = '.assay' } = process.env;
const port = readPort();
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = resolve(root, ASSAY_STATE_DIR, 'webhooks');

if (!/^whsec_[A-Za-z0-9+/]{43}=$/.test(WEBHOOK_SECRET)) {
  stop('Set WEBHOOK_SECRET to the secret of the webhook, which begins with whsec_.');
}
const webhook = new Webhook(WEBHOOK_SECRET);
/** Deliveries may come twice. The ids of a real receiver belong in its database. */
const known = new Set();

const server = createServer(readCertificate(), (request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    (error) => response.writeHead(400).end(`${error.message}\n`),
  );
});
server.on('error', (error) => stop(error.message));
server.listen(port, '127.0.0.1', () => console.log(`Receiving at https://127.0.0.1:${port}/`));

/** Resolves to the status of the response. Rejects if the request is not from the platform. */
async function receive(request) {
  if (request.method !== 'POST') return 405;
  const body = await readBody(request);
  // Checks the signature of the raw bytes, and that the timestamp is at most five minutes old.
  let event;
  try {
    event = webhook.verify(body, request.headers);
  } catch (error) {
    console.log(`refused: ${error.message}`);
    throw error;
  }
  const id = request.headers['webhook-id'];
  const note = known.has(id) ? ' (repeated)' : '';
  known.add(id);
  console.log(`${request.headers['x-service-event']} ${id} ${JSON.stringify(event)}${note}`);
  return 204;
}

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBodyBytes) throw new Error('The body is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readPort() {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '9443' } } });
    if (/^\d{1,5}$/.test(values.port) && values.port > 0 && values.port < 65_536) return Number(values.port);
  } catch {
    // The message below says what is expected.
  }
  return stop('usage: receiver.mjs [--port <number from 1 to 65535>]');
}

function readCertificate() {
  try {
    return {
      cert: readFileSync(join(folder, 'receiver.pem')),
      key: readFileSync(join(folder, 'receiver-key.pem')),
    };
  } catch {
    return stop(`There is no certificate in ${folder}. Run npm start first, which creates it.`);
  }
}

function stop(reason) {
  console.error(reason);
  process.exit(1);
}

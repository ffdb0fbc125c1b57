// Uploads a picture, verifies it, reads the report and cleans up. Ends with 1 and one line when a step fails.
import { crc32, deflateSync } from 'node:zlib';

const { ASSAY_URL: baseUrl, ASSAY_API_KEY: apiKey } = process.env;
const patienceMs = 300_000;
const pollMs = 1_000;

async function main() {
  const { id: projectId } = await send('POST', '/v2/projects', { name: 'helm test' });
  try {
    const { id: fileId } = await upload(projectId);
    say('uploaded');
    await until('the file', () => send('GET', `/v2/files/${fileId}`), 'enrichmentStatus');
    const runs = `/v2/projects/${projectId}/verification-runs`;
    const { id: runId } = await send('POST', runs, { pipelineSlug: 'image-authenticity', fileIds: [fileId] });
    await until('the run', () => send('GET', `${runs}/${runId}`), 'status');
    say('verified');
    await send('GET', `${runs}/${runId}/report?format=json`);
    say('the report can be read');
  } finally {
    await send('DELETE', `/v2/projects/${projectId}`);
    say('cleaned up');
  }
}

async function send(method, path, body) {
  const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  return request(path, { method, ...json });
}

async function upload(projectId) {
  const form = new FormData();
  form.set('file', new Blob([picture()], { type: 'image/png' }), 'helm-test.png');
  return request(`/v2/projects/${projectId}/files`, { method: 'POST', body: form });
}

async function request(path, init) {
  const answer = await fetch(new URL(path, baseUrl), {
    ...init,
    headers: { ...init.headers, 'x-api-key': apiKey },
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  if (answer.status === 402) throw new Error(`the organization of the API key cannot pay: ${text.slice(0, 300)}`);
  if (!answer.ok) throw new Error(`${init.method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text === '' ? {} : JSON.parse(text);
}

async function until(what, read, field) {
  for (const end = Date.now() + patienceMs; Date.now() < end; ) {
    const { [field]: state } = await read();
    if (state === 'completed') return;
    if (state === 'failed') throw new Error(`${what} failed`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(`${what} was not completed in ${patienceMs / 1_000} s`);
}

/** A PNG of 128 by 128 pixels, a gradient with some noise. */
function picture() {
  const size = 128;
  const rows = Array.from({ length: size }, (_row, y) =>
    Buffer.from([0, ...Array.from({ length: size * 3 }, (_byte, x) => (x + y + Math.random() * 8) & 255)]),
  );
  const header = Buffer.from([0, 0, 0, size, 0, 0, 0, size, 8, 2, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

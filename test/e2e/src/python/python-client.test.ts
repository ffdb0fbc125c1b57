import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readConfig } from '@assay/local/config';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { findOnPath } from '@assay/local/servers/find-on-path';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const { path, inherited } = readConfig();
const generator = findOnPath('openapi-python-client', path);

/** The generator leaves out types that it does not know: an archive is a body of bytes, and lines of JSON are JSON. */
const settings = {
  content_type_overrides: {
    'application/zip': 'application/octet-stream',
    'application/x-ndjson': 'application/json',
  },
};

describe.skipIf(generator === undefined)('a Python client (needs openapi-python-client on the PATH)', () => {
  let platform: SharedPlatform;
  let rest: Rest;
  let folder: string;
  // Beside the generator's own Python, which has what its clients need, and the formatter it calls.
  const tools = generator === undefined ? '' : dirname(realpathSync(generator));
  const env = { ...inherited, PATH: `${tools}:${path.join(':')}`, PYTHONDONTWRITEBYTECODE: '1' };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-python-'));
    platform = await joinPlatform();
    rest = createRest(platform.baseUrl, platform.apiKey);
  });
  afterAll(async () => {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('is generated from the whole document without a warning', async () => {
    const document = await (await fetch(`${platform.baseUrl}/v2/openapi.json`)).text();
    await writeFile(join(folder, 'openapi.json'), document);
    await writeFile(join(folder, 'config.json'), JSON.stringify(settings));
    const output = ['--output-path', join(folder, 'generated_client'), '--meta', 'none'];
    const input = ['--path', join(folder, 'openapi.json'), '--config', join(folder, 'config.json')];
    const args = ['generate', ...input, ...output, '--fail-on-warning'];
    const { stdout, stderr } = await run(generator ?? '', args, { env });
    expect(stdout + stderr).not.toMatch(/warning|unable|skipping/iu);
  });

  it('verifies a photograph with machines and people, and keeps a webhook', async () => {
    const photograph = samplePhotograph();
    const script = join(import.meta.dirname, 'story.py');
    const args = [script, platform.baseUrl, platform.apiKey, photograph];
    const { stdout } = await run(join(tools, 'python'), args, { env: { ...env, PYTHONPATH: folder } });
    const said = JSON.parse(stdout) as Readonly<Record<'projectId' | 'fileId' | 'webhookId', string>>;
    expect(said).toMatchObject({
      verdict: expect.any(String),
      fileNames: [basename(photograph)],
      answerStatus: 'pending_review',
      secret: expect.stringMatching(/^whsec_/u),
      deliveries: 0,
      refused: 'NOT_FOUND',
    });
    const { body: project } = await rest.get(`/v2/projects/${said.projectId}`);
    expect(project).toMatchObject({ name: 'From Python', fileCount: 1 });
    const { body: file } = await rest.get(`/v2/files/${said.fileId}`);
    const sha256 = createHash('sha256').update(await readFile(photograph));
    expect(file.enrichment.sha256).toBe(sha256.digest('hex'));
    const webhook = await rest.get(`/v2/projects/${said.projectId}/webhooks/${said.webhookId}`);
    expect(webhook.body).toMatchObject({ url: 'https://8.8.8.8/hooks', eventTypes: ['run.revised'] });
  });
});

import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createRest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fetchDocument, operationsOf } from './openapi-document.ts';
import { populate } from './populate.ts';
import type { Population } from './populate.ts';

const examples = process.env['SCHEMATHESIS_EXAMPLES'] ?? '20';
const seed = process.env['SCHEMATHESIS_SEED'] ?? '1';
const timeoutMs = 20 * 60_000;
const unlimited = { RATE_LIMIT_AUTHENTICATED: '100000000', RATE_LIMIT_ANONYMOUS: '100000000' };

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const schemathesis = onPath(['schemathesis', 'st']);

/**
 * What no schema can say: whether bytes are a picture, whether files fit a pipeline, whether money is there. For these
 * two operations the checks therefore accept the refusals that the document lists for valid requests.
 */
function configuration(pathValues: Readonly<Record<string, string>>): string {
  const accepted = (name: string, statuses: readonly number[]): readonly string[] => [
    '[[operations]]',
    `include-name = "${name}"`,
    '[operations.checks.positive_data_acceptance]',
    `expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, ${statuses.join(', ')}]`,
  ];
  return [
    '[parameters]',
    ...Object.entries(pathValues).map(([name, value]) => `"path.${name}" = "${value}"`),
    ...accepted('POST /v2/projects/{projectId}/files', [400, 413, 415, 422]),
    ...accepted('POST /v2/projects/{projectId}/verification-runs', [400, 402, 422]),
    '',
  ].join('\n');
}

describe.skipIf(schemathesis === undefined)('schemathesis (needs schemathesis on the PATH)', () => {
  let platform: LaunchedPlatform;
  let population: Population;
  let folder: string;
  let operationCount: number;

  beforeAll(async () => {
    platform = await launchPlatform({ servers: inject('servers'), variables: unlimited });
    population = await populate(createRest(platform.baseUrl, platform.apiKey));
    operationCount = operationsOf(await fetchDocument(platform.baseUrl)).length;
    folder = await mkdtemp(join(tmpdir(), 'assay-schemathesis-'));
  }, 180_000);
  afterAll(async () => {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Resolves to the exit code, how many operations were tested, and everything that was said if it failed. */
  async function run(pathValues: Readonly<Record<string, string>>, phases: string) {
    const config = join(folder, 'schemathesis.toml');
    await writeFile(config, configuration(pathValues));
    const args = ['--config-file', config, 'run', `${platform.baseUrl}/v2/openapi.json`];
    args.push('-H', `X-API-Key: ${platform.apiKey}`, '--checks', 'all', '--max-redirects', '0');
    args.push('--phases', phases, '-n', examples, '--seed', seed, '--workers', '2', '--no-color');
    args.push('--suppress-health-check', 'all', '--request-timeout', '30');
    const child = spawn(schemathesis ?? '', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    const tested = Number(/Tested: (\d+)/u.exec(said)?.[1]);
    return { code, tested, said: code === 0 ? '' : said };
  }

  it(
    'finds nothing wrong with any operation, whatever is asked for',
    async () => {
      const result = await run({}, 'examples,coverage,fuzzing,stateful');
      expect(result).toEqual({ code: 0, tested: operationCount, said: '' });
    },
    timeoutMs,
  );

  it(
    'finds nothing wrong with what is there',
    async () => {
      const result = await run({ ...population }, 'examples,coverage,fuzzing');
      expect(result).toEqual({ code: 0, tested: operationCount, said: '' });
    },
    timeoutMs,
  );
});

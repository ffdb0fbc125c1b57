import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { awaitRunEnd } from '@assay/test-kit/verify';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startRunPlatform } from './run-platform.ts';

const program = path.join(import.meta.dirname, '../src/commands/verify-bundle.ts');

let folder = '';
let bundle = '';
let keys = '';

/** The command gets files and no address: it can reach no process of the platform. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-bundle-'));
  bundle = path.join(folder, 'evidence.zip');
  keys = path.join(folder, 'keys.json');
  const on = await startRunPlatform();
  const { projectId } = on.order;
  const id = (await on.startWith())?.id ?? '';
  await awaitRunEnd(on.rest, { id, projectId });
  const url = `/v2/projects/${projectId}/verification-runs/${id}/evidence-bundle`;
  const { headers } = await on.rest.get(url);
  const answer = await fetch(headers.get('location') ?? '');
  await writeFile(bundle, Buffer.from(await answer.arrayBuffer()));
  await writeFile(keys, JSON.stringify((await on.rest.get('/v2/keys')).body));
  await on.stop();
});
afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly said: string;
}

const again = (): readonly string[] => [bundle, '--keys', keys, '--file', smallPhotograph()];

const run = (...args: readonly string[]): Promise<Ended> => runWith({}, ...args);

function runWith(variables: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--conditions=source', program, ...args],
      { env: { ...process.env, ...variables } },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, said: `${stdout}${stderr}` });
      },
    );
  });
}

describe('npm run verify-bundle', () => {
  it('finds a bundle as it was signed, without the address of any server', async () => {
    const { code, said } = await run(bundle, '--keys', keys);
    expect([code, said]).toEqual([
      0,
      expect.stringContaining('is unchanged since evidence-bundles signed it'),
    ]);
  });

  it('names the part that was altered', async () => {
    const bytes = await readFile(bundle);
    const at = bytes.indexOf('"findings"');
    bytes[at + 1] = 0x46;
    const altered = path.join(folder, 'altered.zip');
    await writeFile(altered, bytes);
    const { code, said } = await run(altered, '--keys', keys);
    expect([code, said]).toEqual([1, expect.stringContaining('stages/00-ingest-gate.json does not have')]);
  });

  it('does the run again on the original file, and on no other', async () => {
    const same = await run(bundle, '--keys', keys, '--file', smallPhotograph());
    expect([same.code, same.said]).toEqual([
      0,
      expect.stringContaining('verdict: unverified then, unverified now'),
    ]);
    expect(same.said).toContain('pixel-traces: the same');
    const without = await run(bundle, '--keys', keys, '--replay');
    expect([without.code, without.said]).toEqual([1, expect.stringContaining('was examined, too')]);
    const other = await run(bundle, '--keys', keys, '--file', keys);
    expect([other.code, other.said]).toEqual([1, expect.stringContaining('is not a file that was examined')]);
  });

  it('says so where there is no FFmpeg', async () => {
    const without = await runWith({ FFMPEG_PATH: '', PATH: '/nothing' }, ...again());
    expect([without.code, without.said]).toEqual([0, expect.stringContaining('without FFmpeg')]);
  });

  it('has FFmpeg where the service would have it (needs FFmpeg)', async ({ skip }) => {
    const { ffmpegPath = '' } = inject('servers');
    skip(ffmpegPath === '', 'there is no FFmpeg');
    const allowed = { FFMPEG_UNCONFINED: 'allowed', PATH: '/nothing', FFMPEG_PATH: ffmpegPath };
    expect((await runWith(allowed, ...again())).said).not.toContain('without');
  });

  it('says when it cannot tell', async () => {
    for (const args of [[], [bundle], [bundle, bundle], ['none.zip', '--keys', keys], [bundle, '--odd']]) {
      expect((await run(...args)).code).toBe(2);
    }
    expect((await run(bundle, '--keys', bundle)).code).toBe(2);
    expect((await run('--help')).code).toBe(0);
  });
});

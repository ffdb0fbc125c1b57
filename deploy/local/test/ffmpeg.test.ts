import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provideFfmpeg } from '../src/servers/ffmpeg.ts';
import { toolboxOf } from '../src/servers/toolbox.ts';

/** Answers that pip is there, and downloads nothing. */
const brokenPip =
  '#!/bin/sh\ncase "$*" in *--version*) exit 0 ;; esac\necho "ERROR: no route to host" >&2\nexit 1\n';

describe('FFmpeg', () => {
  let folder: string;
  const said: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-tools-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function provide(path: readonly string[]): Promise<string | undefined> {
    said.length = 0;
    const toolbox = toolboxOf({ path });
    const signal = new AbortController().signal;
    const underway = new Map<string, Promise<string>>();
    const environment = { PATH: `${path.join(':')}:/usr/bin:/bin` };
    const build = { toolCache: join(folder, 'cache'), environment, toolbox, underway, signal };
    return provideFfmpeg(build, ({ kind, line }) => said.push(`${kind} ${line}`.trim()));
  }

  it('that cannot be fetched is done without, and that is said', async () => {
    await writeFile(join(folder, 'python3'), brokenPip, { mode: 0o755 });
    expect(await provide([folder])).toBeUndefined();
    expect(said.at(-1)).toBe('absent none: sound is decoded by WebAssembly, videos have no pictures');
  });

  it('on the PATH comes before one from PyPI', async () => {
    const program = join(folder, 'ffmpeg');
    await writeFile(program, '', { mode: 0o755 });
    expect(await provide([folder])).toBe(program);
    expect(said).toEqual(['resolved ffmpeg from the PATH', 'ready']);
    await rm(program);
  });

  it('is not looked for at PyPI where there is no pip', async () => {
    expect(await provide([join(folder, 'nothing')])).toBeUndefined();
    expect(said[0]).toMatch(/^resolved none:/u);
  });
});

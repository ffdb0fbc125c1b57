import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../src/config.ts';
import { provideFfmpeg } from '../src/servers/ffmpeg.ts';
import { pinRequirement } from '../src/servers/pypi.ts';
import { toolboxOf } from '../src/servers/toolbox.ts';

interface Given {
  readonly given?: { readonly path: string | undefined; readonly mayRunUnconfined: boolean };
  readonly canConfine?: boolean;
}

/** Answers that pip is there, and downloads nothing. */
const brokenPip =
  '#!/bin/sh\ncase "$*" in *--version*) exit 0 ;; esac\necho "ERROR: no route to host" >&2\nexit 1\n';

const writeProgram = (version: string): string => `#!/bin/sh\necho 'ffmpeg version ${version} Copyright'\n`;

describe('FFmpeg', () => {
  let folder: string;
  const said: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-tools-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function provide(
    path: readonly string[],
    { given = { path: undefined, mayRunUnconfined: false }, canConfine = true }: Given = {},
  ): Promise<string | undefined> {
    said.length = 0;
    const toolbox = toolboxOf({ path });
    const signal = new AbortController().signal;
    const underway = new Map<string, Promise<string>>();
    const environment = { PATH: `${path.join(':')}:/usr/bin:/bin` };
    const tools = { toolCache: join(folder, 'cache'), environment, toolbox, underway, signal };
    const build = { ...tools, given, canConfine: () => Promise.resolve(canConfine) };
    const found = await provideFfmpeg(build, ({ kind, line }) => said.push(`${kind} ${line}`.trim()));
    return found?.path;
  }

  it('that cannot be fetched is done without, and that is said', async () => {
    await writeFile(join(folder, 'python3'), brokenPip, { mode: 0o755 });
    expect(await provide([folder])).toBeUndefined();
    expect(said.at(-1)).toBe(
      'absent none: videos and AAC are analysed by their containers alone, and videos have no frames',
    );
  });

  it('on the PATH comes before one from PyPI, unless it is too old', async () => {
    const program = join(folder, 'ffmpeg');
    await writeFile(program, writeProgram('9.0.2'), { mode: 0o755 });
    expect(await provide([folder])).toBe(program);
    expect(said).toEqual(['resolved ffmpeg from the PATH', 'ready']);
    await writeFile(program, writeProgram('5.1.9-0+deb12u1'), { mode: 0o755 });
    expect(await provide([folder])).toBeUndefined();
    expect(said[0]).toBe('resolved ffmpeg 9.0.2 from PyPI');
    await rm(program);
  });

  it('that the environment names comes before all others, and must be a program', async () => {
    const program = join(folder, 'own-ffmpeg');
    await writeFile(program, writeProgram('8.1.2'), { mode: 0o755 });
    expect(await provide([folder], { given: { path: program, mayRunUnconfined: false } })).toBe(program);
    expect(said).toEqual(['resolved ffmpeg from FFMPEG_PATH', 'ready']);
    const missing = join(folder, 'none');
    await expect(provide([folder], { given: { path: missing, mayRunUnconfined: false } })).rejects.toThrow(
      `FFMPEG_PATH names ${missing}, which is not an executable file`,
    );
    const old = join(folder, 'old-ffmpeg');
    await writeFile(old, writeProgram('7.1.3'), { mode: 0o755 });
    await expect(provide([folder], { given: { path: old, mayRunUnconfined: false } })).rejects.toThrow(
      `FFMPEG_PATH names ${old}, which is FFmpeg 7.1.3. Use 8.1.2 or later, or unset it.`,
    );
  });

  it('does not run where the kernel confines nothing unless it is allowed to, and a line says so', async () => {
    const program = join(folder, 'own-ffmpeg');
    expect(
      await provide([folder], { given: { path: program, mayRunUnconfined: false }, canConfine: false }),
    ).toBeUndefined();
    expect(said[0]).toMatch(/^resolved not used, .* by their containers alone.*FFMPEG_UNCONFINED=allowed/u);
    const allowed = { given: { path: program, mayRunUnconfined: true }, canConfine: false };
    expect(await provide([folder], allowed)).toBe(program);
  });

  it('is the same in the images', async () => {
    const requirements = await readFile(join(projectRoot, 'deploy/images/ffmpeg-requirements.txt'), 'utf8');
    expect(requirements).toBe(pinRequirement('ffmpeg'));
  });

  it('is not looked for at PyPI where there is no pip', async () => {
    expect(await provide([join(folder, 'nothing')])).toBeUndefined();
    expect(said[0]).toMatch(/^resolved none:/u);
  });
});

import type { LocalConfig } from '../config.ts';
import { provideFfmpeg } from '../servers/ffmpeg.ts';
import { toolboxOf } from '../servers/toolbox.ts';

/** The variables that name FFmpeg as the platform of this machine would find it, for a program that examines files; none where there is none. */
export async function decoderEnvironment(config: LocalConfig): Promise<Record<string, string>> {
  const { external, toolCache, inherited: environment } = config;
  const tools = { toolbox: toolboxOf(config), underway: new Map<string, Promise<string>>() };
  const { signal } = new AbortController();
  const build = { toolCache, environment, given: external.ffmpeg, signal, ...tools };
  const found = await provideFfmpeg(build, () => undefined);
  return found === undefined ? {} : { FFMPEG_PATH: found.path };
}

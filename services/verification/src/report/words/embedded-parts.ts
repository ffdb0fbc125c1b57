import { formatBytes } from './wording.ts';

/** The parts that people should know of. Previews have a check of their own. */
const names: Readonly<Record<string, string | undefined>> = {
  motion_video: 'a video',
  gain_map: 'a gain map for HDR displays',
  depth_map: 'a depth map',
};

const list = new Intl.ListFormat('en-GB');

/** Names the videos, gain maps and depth maps of an enrichment in a sentence; null if there are none. */
export function nameEmbeddedParts(embedded: unknown): string | null {
  const parts = Array.isArray(embedded) ? embedded.flatMap(namePart) : [];
  if (parts.length === 0) return null;
  return `The file also holds ${list.format(parts)}. The checks did not analyse ${parts.length === 1 ? 'it' : 'them'}.`;
}

function namePart(part: unknown): readonly string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { kind, size, durationSeconds } = part as Readonly<Record<string, unknown>>;
  const name = typeof kind === 'string' ? names[kind] : undefined;
  if (name === undefined || typeof size !== 'number') return [];
  const duration = typeof durationSeconds === 'number' ? `, ${durationSeconds.toFixed(1)} s` : '';
  return [`${name} (${formatBytes(size)}${duration})`];
}

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Types, maps, documents, links to the commands of packages, and what pnpm keeps for itself. */
const anywhere = [
  /\.(?:ts|mts|cts|tsx|map|md|markdown|flow)$/u,
  /(?:^|\/)\.(?:bin|github)$/u,
  /^(?:node_modules\/)?(?:\.pnpm\/lock\.yaml|\.modules\.yaml|\.pnpm-workspace-state.*|pnpm-(?:lock|workspace)\.yaml)$/u,
];
/** In any package. */
const inPackages = /^(?:build\/)?(?:tests?|__tests__|docs|examples?|benchmarks?)$/u;
/** Builds for browsers, and faces that no report is set in. */
const inPackage: Readonly<Record<string, RegExp>> = {
  '@hyzyla/pdfium': /^dist\/(?!(?:index\.esm\.js|pdfium\.wasm)$)/u,
  'dejavu-fonts-ttf': /^ttf\/(?!DejaVuSans(?:-Bold)?\.ttf$)/u,
  'pdfjs-dist': /^(?:build|web|image_decoders|legacy\/(?:web|image_decoders)|.*\.min\.mjs)$/u,
  pdfkit: /^js\/pdfkit\.(?:browser|standalone|.*old)/u,
};
/** The last package of a path, and what follows. */
const withinPackage = /.*\bnode_modules\/(?<name>(?:@[^/]+\/)?[^/]+)\/(?<path>.+)$/u;

/** Removes from an assembled process what no program reads, which is half of it. */
export async function removeUnread(folder: string): Promise<void> {
  const paths = await readdir(folder, { recursive: true });
  const removed = paths.filter(isUnread);
  await Promise.all(removed.map((path) => rm(join(folder, path), { recursive: true, force: true })));
}

function isUnread(path: string): boolean {
  if (anywhere.some((pattern) => pattern.test(path))) return true;
  const within = withinPackage.exec(path)?.groups;
  if (within === undefined) return false;
  const { name = '', path: inside = '' } = within;
  return inPackages.test(inside) || inPackage[name]?.test(inside) === true;
}

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** An independent scene: the files that show it, the frames of a burst for example. */
export interface Scene {
  readonly name: string;
  /** The first is copied; the others are different images of the scene. */
  readonly paths: readonly string[];
}

const imageNames = /\.(jpe?g|png|webp|gif)$/iu;
/** Folders whose images are broken, or derived from others. */
const excludedFolders = /(^|\/)(hostile|forged|masks)(\/|$)/u;

/** Lists the images of a folder and of the folders in it, in the order of their paths. */
export async function listImages(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && imageNames.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !excludedFolders.test(relative(folder, path)))
    .toSorted();
}

/**
 * Lists independent scenes. The folder `innocent` of the media collection names the scene of each file in its labels; without
 * labels, each file is a scene.
 */
export async function listScenes(folder: string): Promise<readonly Scene[]> {
  const labelled = join(folder, 'innocent');
  const root = existsSync(join(labelled, 'labels.csv')) ? labelled : folder;
  const groups = await readGroups(join(root, 'labels.csv'));
  const paths = await listImages(root);
  const byScene = Map.groupBy(paths, (path) => groups.get(relative(root, path)) ?? relative(root, path));
  return Array.from(byScene, ([name, files]) => ({ name: name.replaceAll(/[^\w-]/gu, '_'), paths: files }));
}

/** The column `scene group id` by file name. Texts in quotation marks may contain commas. */
async function readGroups(path: string): Promise<ReadonlyMap<string, string>> {
  if (!existsSync(path)) return new Map();
  const rows = (await readFile(path, 'utf8')).split('\n').map(splitRow);
  const column = rows[0]?.indexOf('scene group id') ?? -1;
  return new Map(rows.slice(1).flatMap((row) => (row[0] && row[column] ? [[row[0], row[column]]] : [])));
}

function splitRow(row: string): readonly string[] {
  return Array.from(
    row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu),
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
}

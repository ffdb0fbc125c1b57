import type { KnownFolder, KnownProject } from './known.ts';
import type { Listed } from './listed.ts';

/** What is wrong with the folders of a project: they make a tree, no two beside each other have one name, acknowledged ones are there. */
export function treeFaults(
  project: KnownProject,
  { folders, files }: { readonly folders: readonly Listed[]; readonly files: readonly Listed[] },
): string[] {
  const byId = new Map<string | null, Listed>(folders.map((folder) => [folder.id, folder]));
  const where = `project ${project.id}`;
  const faults: string[] = [];
  if (byId.size !== folders.length) faults.push(`${where} lists a folder twice`);
  for (const folder of folders) {
    if (!reachesTop(folder, byId)) faults.push(`${where}: folder ${folder.id as string} is in no tree`);
  }
  const places = folders.map(({ parentId, name }) => `${String(parentId)}/${(name as string).toLowerCase()}`);
  if (new Set(places).size !== places.length) faults.push(`${where} has siblings of one name`);
  for (const folder of project.folders) faults.push(...folderFaults(project, folder, byId));
  for (const { id, folderId } of files) {
    if (folderId !== null && !byId.has(folderId))
      faults.push(`file ${id as string} is in a folder that is gone`);
    const known = project.files.find((file) => file.id === id);
    if (known !== undefined && !isPlace(project, known.folderIds, folderId))
      faults.push(`file ${id as string} is in folder ${String(folderId)}`);
  }
  const [least, most] = ['kept', 'unknown'].map(
    (presence) => project.folders.filter((folder) => folder.presence === presence).length,
  ) as [number, number];
  if (folders.length < least || folders.length > least + most)
    faults.push(
      `${where} has ${folders.length.toString()} folders, not ${least.toString()} and up to ${most.toString()} more`,
    );
  return faults;
}

function reachesTop(folder: Listed, byId: ReadonlyMap<string | null, Listed>): boolean {
  let above = folder;
  for (let steps = 0; steps <= byId.size; steps += 1) {
    if (above.parentId === null) return true;
    above = byId.get(above.parentId);
    if (above === undefined) return false;
  }
  return false;
}

function folderFaults(
  project: KnownProject,
  { id, presence, names, parentIds }: KnownFolder,
  byId: ReadonlyMap<string | null, Listed>,
): string[] {
  const folder = byId.get(id);
  if (folder === undefined) return presence === 'kept' ? [`folder ${id} is lost`] : [];
  if (presence === 'gone') return [`folder ${id} is still there`];
  const { name, parentId } = folder as { name: string; parentId: string | null };
  // Who was moved up by the deletion of its folder has a number behind its name where that was taken.
  const isNamed = [...names].some(
    (possible) => name === possible || /^ \(\d+\)$/u.test(name.replace(possible, '')),
  );
  return [
    ...(isNamed ? [] : [`folder ${id} is called ${name}`]),
    ...(isPlace(project, parentIds, parentId) ? [] : [`folder ${id} is in ${String(parentId)}`]),
  ];
}

/** Where one of the places that are possible may have been deleted, what was there is somewhere above. */
function isPlace(
  { folders }: KnownProject,
  possible: ReadonlySet<string | null>,
  place: string | null,
): boolean {
  const isKept = (id: string | null) =>
    id === null || folders.find((folder) => folder.id === id)?.presence === 'kept';
  return possible.has(place) || [...possible].some((id) => !isKept(id));
}

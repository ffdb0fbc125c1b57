/** An import of a value. Types vanish when the product runs, so they tie no folders. */
export interface ValueImport {
  readonly from: string;
  readonly to: string;
}

/** Folders that need each other: none of them can be understood, moved or tested without all the others. */
export interface Knot {
  readonly folders: readonly string[];
  /** The imports that cross from one folder of the knot to another. */
  readonly imports: readonly ValueImport[];
}

/** Finds the knots among the folders of these files. */
export function findKnots(imports: readonly ValueImport[]): readonly Knot[] {
  const crossing = imports.filter(({ from, to }) => nameFolder(from) !== nameFolder(to));
  const next = Map.groupBy(crossing, ({ from }) => nameFolder(from));
  const reached = new Map([...next.keys()].map((folder) => [folder, reachFrom(folder, next)]));
  /** The folders that a folder reaches and that reach it; named by the first of them in the alphabet. */
  const nameKnot = (folder: string) =>
    [...(reached.get(folder) ?? [])].filter((other) => reached.get(other)?.has(folder)).toSorted()[0];
  const knots = Map.groupBy(
    [...next.keys()].filter((folder) => reached.get(folder)?.has(folder)),
    nameKnot,
  );
  return [...knots.values()].map((folders) => ({
    folders: folders.toSorted(),
    imports: crossing.filter(
      ({ from, to }) => folders.includes(nameFolder(from)) && folders.includes(nameFolder(to)),
    ),
  }));
}

/** Lists the folders that imports lead to. A folder is among them only if a way leads back to it. */
function reachFrom(folder: string, next: ReadonlyMap<string, readonly ValueImport[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [folder];
  for (let current = waiting.pop(); current !== undefined; current = waiting.pop()) {
    for (const { to } of next.get(current) ?? []) {
      if (!found.has(nameFolder(to))) waiting.push(nameFolder(to));
      found.add(nameFolder(to));
    }
  }
  return found;
}

/** Returns the path of the folder of a file. */
export function nameFolder(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

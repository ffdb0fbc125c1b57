export interface SourceFile {
  readonly path: string;
  readonly sizeBytes: number;
}

interface Batch {
  readonly paths: readonly string[];
  readonly sizeBytes: number;
}

/**
 * Groups files into batches of whole packages. A package joins the first batch that it fits into, the largest package
 * first; a package of more than `maxBytes` is a batch alone.
 * @returns the paths of each batch
 */
export function groupIntoBatches(
  files: readonly SourceFile[],
  maxBytes: number,
): readonly (readonly string[])[] {
  const packages = [...Map.groupBy(files, ({ path }) => readPackage(path)).values()].map(measure);
  const batches: Batch[] = [];
  for (const next of packages.toSorted((one, other) => other.sizeBytes - one.sizeBytes)) {
    const at = batches.findIndex(({ sizeBytes }) => sizeBytes + next.sizeBytes <= maxBytes);
    if (at === -1) batches.push(next);
    else batches[at] = join(batches[at], next);
  }
  return batches.map(({ paths }) => paths);
}

function readPackage(path: string): string {
  return /^(?:(?:services|deploy|test)\/[^/]+|[^/]+)/.exec(path)?.[0] ?? '';
}

function measure(files: readonly SourceFile[]): Batch {
  return {
    paths: files.map(({ path }) => path),
    sizeBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
  };
}

function join(one: Batch | undefined, other: Batch): Batch {
  return {
    paths: [...(one?.paths ?? []), ...other.paths],
    sizeBytes: (one?.sizeBytes ?? 0) + other.sizeBytes,
  };
}

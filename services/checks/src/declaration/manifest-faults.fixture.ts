import { scorecardKeys } from '../check/check.ts';

/** A manifest as it is read from a file, before anything is known of it. */
export interface ReadManifest {
  /** The folder among the sources of checks, `<kind>/<slug>`. */
  readonly folder: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** A version that a check had, and the place that says so. */
export interface RecordedVersion {
  readonly slug: string;
  readonly version: string;
  readonly recordedIn: string;
}

/** Finds all that is wrong with the manifests, one sentence each, which names the file and the place of what is wrong. */
export function findManifestFaults(
  read: readonly ReadManifest[],
  records: readonly RecordedVersion[] = [],
): readonly string[] {
  return [
    ...read.flatMap(({ folder, manifest }) =>
      [findTitleFault, findSlugFault, findCriterionFault, findVersionFault]
        .map((find) => find(manifest, nameFolder(folder)))
        .filter((fault) => fault !== null)
        .map((fault) => `services/checks/src/${folder}/manifest.ts ${fault}`),
    ),
    ...findLoweredVersions(read, records),
    ...findNamesakes(read),
  ];
}

type Manifest = ReadManifest['manifest'];

function findTitleFault({ title }: Manifest): string | null {
  if (typeof title === 'string' && title !== '') return null;
  return 'has no title: the name that people read belongs in its `title`.';
}

function findSlugFault({ slug }: Manifest, folder: string): string | null {
  if (slug === folder) return null;
  return `has the slug ${String(slug)}: a slug is the name of the folder, so \`${folder}\` belongs in its \`slug\`.`;
}

function findCriterionFault({ criterion }: Manifest): string | null {
  if (scorecardKeys.some((key) => key === criterion)) return null;
  return `names the criterion ${String(criterion)}, which the scorecard does not have: a new criterion belongs in \`scorecardKeys\` of services/checks/src/check/check.ts.`;
}

function findVersionFault({ version }: Manifest): string | null {
  if (typeof version === 'string' && /^[1-9]\d*$/u.test(version)) return null;
  return `has the version ${String(version)}: a whole number from 1 belongs in its \`version\`.`;
}

function findLoweredVersions(
  read: readonly ReadManifest[],
  records: readonly RecordedVersion[],
): readonly string[] {
  return read.flatMap(({ folder, manifest: { version } }) => {
    const [highest] = records
      .filter(({ slug }) => slug === nameFolder(folder))
      .toSorted((one, other) => Number(other.version) - Number(one.version));
    if (highest === undefined || Number(version) >= Number(highest.version)) return [];
    return [
      `services/checks/src/${folder}/manifest.ts lowers the version to ${String(version)}: ${highest.recordedIn} has version ${highest.version}, so at least that belongs in its \`version\`.`,
    ];
  });
}

/** Finds slugs that two kinds of check share. */
function findNamesakes(read: readonly ReadManifest[]): readonly string[] {
  const bySlug = Map.groupBy(read, ({ folder }) => nameFolder(folder));
  return [...bySlug.values()]
    .filter((namesakes) => namesakes.length > 1)
    .map((namesakes) => {
      const folders = namesakes.map(({ folder }) => `services/checks/src/${folder}`).join(' and ');
      return `${folders} have one name: a check belongs in one folder, since its slug is the name of that.`;
    });
}

function nameFolder(folder: string): string {
  return folder.slice(folder.lastIndexOf('/') + 1);
}

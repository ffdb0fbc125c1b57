import { spawnSync } from 'node:child_process';
import { catalog } from '../../../verification/src/domain/pipeline/catalog.ts';
import type { RecordedVersion } from './manifest-faults.fixture.ts';

/** Reads the versions that published figures name; a report of one of them must not be mistaken for another. */
export function readPublishedVersions(): readonly RecordedVersion[] {
  return catalog.flatMap(({ slug: pipeline, evaluation }) =>
    Object.entries(evaluation?.checks ?? {}).map(([slug, version]) => ({
      slug,
      version,
      recordedIn: `the published evaluation of ${pipeline}`,
    })),
  );
}

/** Reads the versions in the history of manifests; none where the sources came without their history. */
export function readCommittedVersions(): readonly RecordedVersion[] {
  const folder = import.meta.dirname;
  const args = ['log', '--format=', '--patch', '--unified=0', '-G^  version: ', '--', '../*/*/manifest.ts'];
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return status === 0 ? parsePatches(stdout) : [];
}

/** Parses the output of `git log --patch`. */
export function parsePatches(patches: string): readonly RecordedVersion[] {
  let slug = '';
  return patches.split('\n').flatMap((line) => {
    slug = /^(?:---|\+\+\+) .*\/(?<slug>[^/]+)\/manifest\.ts$/u.exec(line)?.groups?.['slug'] ?? slug;
    const version = /^[-+] {2}version: '(?<version>\d+)',$/u.exec(line)?.groups?.['version'];
    return version === undefined ? [] : [{ slug, version, recordedIn: 'an earlier commit' }];
  });
}

import { globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifest as copyMove } from '../pixels/copy-move/manifest.ts';
import { manifest as jpegGrid } from '../pixels/jpeg-grid/manifest.ts';
import { findManifestFaults } from './manifest-faults.fixture.ts';
import type { ReadManifest } from './manifest-faults.fixture.ts';
import { parsePatches, readCommittedVersions, readPublishedVersions } from './recorded-versions.fixture.ts';

const sources = resolve(import.meta.dirname, '..');

async function readManifests(): Promise<readonly ReadManifest[]> {
  const folders = globSync('*/*/manifest.ts', { cwd: sources }).map(dirname);
  return Promise.all(
    folders.map(async (folder) => {
      const module = (await import(join(sources, folder, 'manifest.ts'))) as Pick<ReadManifest, 'manifest'>;
      return { folder, manifest: module.manifest };
    }),
  );
}

describe('the manifests', () => {
  it('have a title, the slug of their folder, a known criterion, and a version that never went down', async () => {
    const published = readPublishedVersions();
    expect(published.length).toBeGreaterThan(20);
    const read = await readManifests();
    expect(findManifestFaults(read, [...published, ...readCommittedVersions()])).toEqual([]);
    expect(read.length).toBeGreaterThan(30);
  });
});

describe('a manifest is refused with a sentence that says where it belongs', () => {
  const file = 'services/checks/src/pixels/copy-move/manifest.ts';
  const judge = (changed: object, records: Parameters<typeof findManifestFaults>[1] = []) =>
    findManifestFaults([{ folder: 'pixels/copy-move', manifest: { ...copyMove, ...changed } }], records);

  it('without a title', () => {
    const { title: _, ...untitled } = copyMove;
    const sentence = `${file} has no title: the name that people read belongs in its \`title\`.`;
    expect(findManifestFaults([{ folder: 'pixels/copy-move', manifest: untitled }])).toEqual([sentence]);
    expect(judge({ title: '' })).toEqual([sentence]);
  });

  it('with the slug of another folder', () => {
    expect(judge({ slug: jpegGrid.slug })).toEqual([
      `${file} has the slug jpeg-grid: a slug is the name of the folder, so \`copy-move\` belongs in its \`slug\`.`,
    ]);
  });

  it('with a criterion that the scorecard does not have', () => {
    expect(judge({ criterion: 'prettiness' })).toEqual([
      `${file} names the criterion prettiness, which the scorecard does not have: a new criterion belongs in \`scorecardKeys\` of services/checks/src/check/check.ts.`,
    ]);
  });

  it('with a version that went down', () => {
    const records = [
      { slug: 'copy-move', version: '10', recordedIn: 'an earlier commit' },
      { slug: 'copy-move', version: '9', recordedIn: 'the published evaluation of image-authenticity' },
      { slug: 'jpeg-grid', version: '12', recordedIn: 'an earlier commit' },
    ];
    expect(judge({ version: '9' }, records)).toEqual([
      `${file} lowers the version to 9: an earlier commit has version 10, so at least that belongs in its \`version\`.`,
    ]);
    expect(judge({ version: '10' }, records)).toEqual([]);
  });

  it('with a version that is no whole number', () => {
    expect(judge({ version: '2.1' })).toEqual([
      `${file} has the version 2.1: a whole number from 1 belongs in its \`version\`.`,
    ]);
  });

  it('with the name of a check of another kind', () => {
    const namesakes = ['pixels/copy-move', 'sound/copy-move'].map((folder) => ({
      folder,
      manifest: copyMove,
    }));
    expect(findManifestFaults(namesakes)).toEqual([
      'services/checks/src/pixels/copy-move and services/checks/src/sound/copy-move have one name: a check belongs in one folder, since its slug is the name of that.',
    ]);
  });
});

it('reads every version of a manifest from its history', () => {
  const patch = [
    '--- a/services/checks/src/pixels/copy-move/manifest.ts',
    '+++ b/services/checks/src/pixels/copy-move/manifest.ts',
    '@@ -5 +5 @@',
    "-  version: '5',",
    "+  version: '6',",
    '--- /dev/null',
    '+++ b/services/checks/src/pixels/jpeg-grid/manifest.ts',
    "+  version: '3',",
  ];
  expect(parsePatches(patch.join('\n')).map(({ slug, version }) => `${slug} ${version}`)).toEqual([
    'copy-move 5',
    'copy-move 6',
    'jpeg-grid 3',
  ]);
});

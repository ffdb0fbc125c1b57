import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { createTemporaryFolders } from '@assay/chassis/temporary-folder';
import { relateImages } from '@assay/checks/files/picture-relations/relate-images';
import { fingerprintImages } from '@assay/checks/files/picture-relations/fingerprint-images';
import type { FingerprintedImage } from '@assay/checks/files/picture-relations/fingerprint-images';
import { createSubject } from '@assay/checks/run/run-checks';
import type { CalibrationWork } from '../measuring/calibration-work.ts';
import type { Photograph } from '../measuring/photographs.ts';
import { print, share } from '../scored/print-scored.ts';
import { derivationNames, derive } from './derived-pictures.ts';

const temporaryFolders = createTemporaryFolders(join(tmpdir(), 'assay-calibration'));
const mimeTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.webp': 'image/webp',
};

/** What was said of a photograph and a picture made of it. */
export interface DerivedPair {
  readonly isFound: boolean;
  /** Null where nothing was said of which is earlier. */
  readonly isOrderRight: boolean | null;
  /** True where places were stated in which the two differ. */
  readonly hasDifferences: boolean;
}

/**
 * Measures `picture-relations`, which weighs nothing and has no table: how often pictures of different scenes are taken for copies,
 * counted in scenes, how often a copy is found, whether a place is stated where it differs, and which of the two is called the earlier one.
 */
export async function calibrateRelations({ photographs, onProgress }: CalibrationWork): Promise<void> {
  const scenes = [...new Map(photographs.map((photograph) => [photograph.scene, photograph])).values()];
  const sketched: FingerprintedImage[] = [];
  const pairs = new Map<string, DerivedPair[]>();
  for (const [done, scene] of scenes.entries()) {
    onProgress(done, scenes.length);
    const picture = await sketch(await readFile(scene.path), scene);
    if (picture === null) continue;
    sketched.push(picture);
    for (const derivation of derivationNames) {
      const derived = await sketch(await derive(scene.path, derivation), { name: `${scene.name}.jpg` });
      const pair = relateDerived(picture, derived);
      pairs.set(derivation, [...(pairs.get(derivation) ?? []), pair]);
    }
  }
  printUnrelated(sketched);
  for (const [derivation, found] of pairs) printDerived(derivation, found);
}

/** Null where it cannot be decoded. */
export function sketch(
  bytes: Uint8Array,
  { name }: Pick<Photograph, 'name'>,
): Promise<FingerprintedImage | null> {
  return temporaryFolders.with(async (folder) => {
    const path = join(folder, 'subject');
    await writeFile(path, bytes);
    const known = {
      path,
      mimeType: mimeTypes[extname(name).toLowerCase()] ?? 'image/jpeg',
      enrichment: {},
      claims: {},
    };
    const open = () => Promise.resolve(createSubject({ bytes, ...known }));
    const files = [{ id: name, name, mimeType: known.mimeType, enrichment: {}, open }];
    const [picture] = await fingerprintImages({ files, claims: {} }, new AbortController().signal);
    return picture ?? null;
  });
}

/** Relates the derived image to the photograph. Their order must not matter, so the derived image is the first. */
export function relateDerived(
  photograph: FingerprintedImage,
  derived: FingerprintedImage | null,
): DerivedPair {
  const relation = derived === null ? null : relateImages(derived, photograph);
  if (relation === null) return { isFound: false, isOrderRight: null, hasDifferences: false };
  const { earlier, differences } = relation;
  const isOrderRight = earlier === null ? null : earlier.image === photograph;
  return { isFound: true, isOrderRight, hasDifferences: differences.length > 0 };
}

function printUnrelated(sketched: readonly FingerprintedImage[]): void {
  const taken = new Set<string>();
  let pairs = 0;
  for (const [index, one] of sketched.entries()) {
    for (const two of sketched.slice(index + 1)) {
      pairs += 1;
      if (relateImages(one, two) === null) continue;
      print(`  taken for copies: ${one.name}, ${two.name}`);
      taken.add(one.name).add(two.name);
    }
  }
  print(`picture-relations: ${String(pairs)} pairs of different scenes`);
  print(`  scenes taken for a copy of another  ${share(taken.size, sketched.length)}`);
}

function printDerived(derivation: string, pairs: readonly DerivedPair[]): void {
  const count = (holds: (pair: DerivedPair) => boolean): string => String(pairs.filter(holds).length);
  const right = count(({ isOrderRight }) => isOrderRight === true);
  const wrong = count(({ isOrderRight }) => isOrderRight === false);
  const found = count(({ isFound }) => isFound);
  const except = count(({ hasDifferences }) => hasDifferences);
  print(
    `  ${derivation}: ${found} of ${String(pairs.length)} found, ${except} the same except in places, the earlier one named rightly ${right}, wrongly ${wrong}`,
  );
}

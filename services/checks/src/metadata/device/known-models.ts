import { modelTable } from './models.ts';

/** A model as the table has it. */
export interface KnownModel {
  readonly make: string;
  readonly model: string;
  /** Year in which it was announced. */
  readonly released: number;
  /** Pixels of its largest picture, null where not known. */
  readonly largest: { readonly width: number; readonly height: number } | null;
}

/** Names under which makers sign, as the beginning of what the metadata say, in lower case. */
const makeNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['apple', ['apple']],
  ['canon', ['canon']],
  ['casio', ['casio']],
  ['fujifilm', ['fuji']],
  ['google', ['google']],
  ['hmd', ['hmd']],
  ['hp', ['hewlett-packard', 'hp']],
  ['htc', ['htc']],
  ['huawei', ['huawei', 'honor']],
  ['kodak', ['eastman kodak', 'kodak']],
  ['kyocera', ['kyocera']],
  ['leica', ['leica']],
  ['lge', ['lg ', 'lge', 'lg electronics']],
  ['minolta', ['minolta', 'konica minolta']],
  ['motorola', ['motorola']],
  ['nikon', ['nikon']],
  ['olympus', ['olympus', 'om digital']],
  ['panasonic', ['panasonic']],
  ['pentax', ['pentax', 'asahi', 'ricoh']],
  ['reconyx', ['reconyx']],
  ['samsung', ['samsung']],
  ['sanyo', ['sanyo']],
  ['sigma', ['sigma']],
  ['sony', ['sony']],
  ['xiaomi', ['xiaomi']],
]);

/** The maker a name stands for, in lower case; null for one this list does not know. */
export function knownMake(make: string | null): string | null {
  const name = make?.trim().toLowerCase() ?? '';
  for (const [known, names] of makeNames) if (names.some((start) => name.startsWith(start))) return known;
  return null;
}

const models: ReadonlyMap<string, KnownModel> = new Map(
  Object.entries(modelTable).flatMap(([make, rows]) =>
    rows
      .split('\n')
      .map((row) => row.trim())
      .filter((row) => row !== '')
      .map((row) => toModel(make, row))
      .map((known): [string, KnownModel] => [keyOf(make, known.model), known]),
  ),
);

/** The row of a make and model; null when it is not in the table, which says nothing. */
export function findModel(make: string | null, model: string | null): KnownModel | null {
  const known = knownMake(make);
  return known === null || model === null ? null : (models.get(keyOf(known, model.trim())) ?? null);
}

/** The row of a model as people name it, such as `iPhone 14 Pro` or `Canon 80D`; null when no row, or more than one, has that name. */
export function findNamedModel(name: string): KnownModel | null {
  const wanted = simplifyName(name);
  const found = [...models.values()].filter(({ make, model }) => {
    const plain = simplifyName(model);
    return plain === wanted || `${make}${plain}` === wanted;
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A name of a camera without what people leave out or write differently. */
export function simplifyName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function keyOf(make: string, model: string): string {
  return `${make} ${model.toLowerCase()}`;
}

function toModel(make: string, row: string): KnownModel {
  const [model = '', released = '', size = '-'] = row.split(';').map((part) => part.trim());
  const [width, height] = size.split('x').map(Number);
  const largest = width === undefined || height === undefined ? null : { width, height };
  return { make, model, released: Number(released), largest };
}

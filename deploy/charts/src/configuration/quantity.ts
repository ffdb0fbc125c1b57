type Unit = readonly [size: number, name: string];

const bytes: readonly Unit[] = [
  [2 ** 40, 'TiB'],
  [2 ** 30, 'GiB'],
  [2 ** 20, 'MiB'],
  [2 ** 10, 'KiB'],
];
const milliseconds: readonly Unit[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
];

/** A number of bytes or milliseconds in the largest unit of which it is a whole number; undefined for anything else. */
export function quantityOf(variable: string, value: number): string | undefined {
  const units = variable.endsWith('_BYTES') ? bytes : variable.endsWith('_MS') ? milliseconds : [];
  const unit = units.find(([size]) => value >= size && value % size === 0);
  return unit && `${(value / unit[0]).toString()} ${unit[1]}`;
}

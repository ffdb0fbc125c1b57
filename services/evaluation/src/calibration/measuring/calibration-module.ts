import { createHash } from 'node:crypto';

/** What the module of a calibration exports, and where the type of it stands. */
interface ModuleShape {
  readonly constant: string;
  readonly type: string;
  readonly typeModule: string;
}

/** The source of a calibration table. The version is a hash of the numbers, so that a report names what it rests on. */
export function calibrationModule({ constant, type, typeModule }: ModuleShape, calibration: object): string {
  const version = createHash('sha256').update(inFourDigits(calibration)).digest('hex').slice(0, 12);
  return [
    `import type { ${type} } from '${typeModule}';`,
    '',
    '/** Written by `npm run calibrate`; not to be edited by hand. */',
    `export const ${constant}: ${type} = ${inFourDigits({ version, ...calibration })};`,
    '',
  ].join('\n');
}

function inFourDigits(value: object): string {
  const shorten = (_key: string, inner: unknown): unknown =>
    typeof inner === 'number' ? Number(inner.toFixed(4)) : inner;
  return JSON.stringify(value, shorten, 2);
}

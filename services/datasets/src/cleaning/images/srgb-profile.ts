import { byteView } from '@assay/media/bytes/byte-view';
import type { ByteView } from '@assay/media/bytes/byte-view';

/** The primaries of IEC 61966-2-1 adapted to D50, as XYZ. */
const primaries = {
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7139],
} as const;
const maxPrimaryError = 0.004;
const curveTags = ['rTRC', 'gTRC', 'bTRC'];
const sampledInputs = [0.1, 0.25, 0.5, 0.75, 0.9];
const maxCurveError = 0.012;
const maxTags = 100;

/**
 * Returns true when a matrix profile (ICC.1:2022 §8.3.3) has the primaries and the transfer curve of sRGB within the rounding of the
 * many sRGB profiles in use. A profile of another kind, or one that cannot be read, is not sRGB.
 */
export function isSrgbProfile(profile: Uint8Array): boolean {
  const view = byteView(profile);
  if (!view.startsWith('RGB ', 16)) return false;
  const tags = listTags(view);
  const hasPrimaries = Object.entries(primaries).every(([name, expected]) =>
    expected.every((value, axis) => {
      const found = readFixed(view, (tags.get(name) ?? Infinity) + 8 + axis * 4);
      return found !== undefined && Math.abs(found - value) <= maxPrimaryError;
    }),
  );
  return hasPrimaries && curveTags.every((name) => isSrgbCurve(view, tags.get(name)));
}

function listTags(view: ByteView): Map<string, number> {
  const count = Math.min(view.u32(128) ?? 0, maxTags);
  const tags = new Map<string, number>();
  for (let at = 132; at < 132 + count * 12; at += 12) {
    const name = view.slice(at, 4);
    const offset = view.u32(at + 4);
    if (name !== null && offset !== null) tags.set(Buffer.from(name).toString('latin1'), offset);
  }
  return tags;
}

/** A value of the type s15Fixed16Number. */
function readFixed(view: ByteView, at: number): number | undefined {
  const bits = view.u32(at);
  return bits === null ? undefined : (bits | 0) / 65_536;
}

function isSrgbCurve(view: ByteView, at: number | undefined): boolean {
  if (at === undefined) return false;
  return sampledInputs.every((input) => {
    const output = evaluateCurve(view, at, input);
    return output !== undefined && Math.abs(output - linearize(input)) <= maxCurveError;
  });
}

function linearize(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Evaluates a curve of type `curv` (§10.6) or `para` (§10.18) with one of the functions 0 to 4. */
function evaluateCurve(view: ByteView, at: number, input: number): number | undefined {
  if (view.startsWith('curv', at)) return evaluateTable(view, at, input);
  if (!view.startsWith('para', at)) return undefined;
  const kind = view.u16(at + 8);
  const parameter = (index: number) => readFixed(view, at + 12 + index * 4) ?? NaN;
  const g = parameter(0);
  const a = parameter(1);
  const b = parameter(2);
  if (kind === 0) return input ** g;
  if (kind === 1) return input >= -b / a ? (a * input + b) ** g : 0;
  const c = parameter(3);
  if (kind === 2) return input >= -b / a ? (a * input + b) ** g + c : c;
  const d = parameter(4);
  if (kind === 3) return input >= d ? (a * input + b) ** g : c * input;
  return kind === 4
    ? input >= d
      ? (a * input + b) ** g + parameter(5)
      : c * input + parameter(6)
    : undefined;
}

function evaluateTable(view: ByteView, at: number, input: number): number | undefined {
  const count = view.u32(at + 8) ?? 0;
  if (count === 0) return input;
  if (count === 1) return input ** ((view.u16(at + 12) ?? NaN) / 256);
  const value = view.u16(at + 12 + Math.round(input * (count - 1)) * 2);
  return value === null ? undefined : value / 65_535;
}

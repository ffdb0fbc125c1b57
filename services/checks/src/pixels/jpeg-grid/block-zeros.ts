/**
 * The 8-point DCT of Arai, Agui and Nakajima (1988): its coefficients come out larger than those of the JPEG standard by
 * `scales[u] * sqrt(8)`, which costs nothing where they are only compared with a threshold.
 */
const scales = Array.from({ length: 8 }, (_, u) => (u === 0 ? 1 : Math.SQRT2 * Math.cos((u * Math.PI) / 16)));
const half = Math.SQRT1_2;
const turn0 = 0.5411961001461969;
const turn1 = 1.3065629648763766;
const turn2 = 0.38268343236508984;

/** What a coefficient has to stay below to be a zero: at `u*8+v`, half a unit of the standard's. */
const zeroBelow = Float64Array.from(
  { length: 64 },
  (_, i) => 0.5 * 8 * (scales[i >> 3] ?? 1) * (scales[i & 7] ?? 1),
);

/** Transforms of rows by frequency: eight arrays, with one value for each place looked at. */
export type RowTransform = readonly Float32Array[];

const none = new Float32Array(0);

/** The horizontal transform at each start in a row of values. */
export function transformRow(row: Float32Array, starts: Int32Array, out: RowTransform): void {
  const [o0 = none, o1 = none, o2 = none, o3 = none, o4 = none, o5 = none, o6 = none, o7 = none] = out;
  for (let i = 0; i < starts.length; i++) {
    const x = starts[i] ?? 0;
    const d0 = row[x] ?? 0;
    const d1 = row[x + 1] ?? 0;
    const d2 = row[x + 2] ?? 0;
    const d3 = row[x + 3] ?? 0;
    const d4 = row[x + 4] ?? 0;
    const d5 = row[x + 5] ?? 0;
    const d6 = row[x + 6] ?? 0;
    const d7 = row[x + 7] ?? 0;
    const s0 = d0 + d7 + d3 + d4;
    const s1 = d1 + d6 + d2 + d5;
    const t0 = d0 + d7 - d3 - d4;
    const z1 = (d1 + d6 - d2 - d5 + t0) * half;
    o0[i] = s0 + s1;
    o4[i] = s0 - s1;
    o2[i] = t0 + z1;
    o6[i] = t0 - z1;
    const m7 = d0 - d7;
    const a = d3 - d4 + d2 - d5;
    const c = d1 - d6 + m7;
    const z5 = (a - c) * turn2;
    const z2 = a * turn0 + z5;
    const z4 = c * turn1 + z5;
    const z3 = (d2 - d5 + d1 - d6) * half;
    o5[i] = m7 - z3 + z2;
    o3[i] = m7 - z3 - z2;
    o1[i] = m7 + z3 + z4;
    o7[i] = m7 + z3 - z4;
  }
}

/** Adds, for each place, how many coefficients but the mean of the block below are zeros; `rows` are its eight rows. */
export function countZeros(rows: readonly RowTransform[], out: Uint8Array): void {
  out.fill(0);
  for (let u = 0; u < 8; u++) {
    const [r0 = none, r1 = none, r2 = none, r3 = none, r4 = none, r5 = none, r6 = none, r7 = none] = rows.map(
      (row) => row[u] ?? none,
    );
    const at = u * 8;
    const b0 = u === 0 ? -1 : (zeroBelow[at] ?? 0);
    const b1 = zeroBelow[at + 1] ?? 0;
    const b2 = zeroBelow[at + 2] ?? 0;
    const b3 = zeroBelow[at + 3] ?? 0;
    const b4 = zeroBelow[at + 4] ?? 0;
    const b5 = zeroBelow[at + 5] ?? 0;
    const b6 = zeroBelow[at + 6] ?? 0;
    const b7 = zeroBelow[at + 7] ?? 0;
    for (let i = 0; i < out.length; i++) {
      const d0 = r0[i] ?? 0;
      const d1 = r1[i] ?? 0;
      const d2 = r2[i] ?? 0;
      const d3 = r3[i] ?? 0;
      const d4 = r4[i] ?? 0;
      const d5 = r5[i] ?? 0;
      const d6 = r6[i] ?? 0;
      const d7 = r7[i] ?? 0;
      const s0 = d0 + d7 + d3 + d4;
      const s1 = d1 + d6 + d2 + d5;
      const t0 = d0 + d7 - d3 - d4;
      const z1 = (d1 + d6 - d2 - d5 + t0) * half;
      const m7 = d0 - d7;
      const a = d3 - d4 + d2 - d5;
      const c = d1 - d6 + m7;
      const z5 = (a - c) * turn2;
      const z2 = a * turn0 + z5;
      const z4 = c * turn1 + z5;
      const z3 = (d2 - d5 + d1 - d6) * half;
      const zeros =
        (Math.abs(s0 + s1) < b0 ? 1 : 0) +
        (Math.abs(m7 + z3 + z4) < b1 ? 1 : 0) +
        (Math.abs(t0 + z1) < b2 ? 1 : 0) +
        (Math.abs(m7 - z3 - z2) < b3 ? 1 : 0) +
        (Math.abs(s0 - s1) < b4 ? 1 : 0) +
        (Math.abs(m7 - z3 + z2) < b5 ? 1 : 0) +
        (Math.abs(t0 - z1) < b6 ? 1 : 0) +
        (Math.abs(m7 + z3 - z4) < b7 ? 1 : 0);
      out[i] = (out[i] ?? 0) + zeros;
    }
  }
}

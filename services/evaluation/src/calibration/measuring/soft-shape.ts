/** A closed shape with a soft edge, about a middle; pixels. */
export interface SoftShape {
  readonly radius: number;
  /** Radius factors by angle. */
  readonly outline: readonly number[];
  /** Half the width of the soft edge. */
  readonly feather: number;
}

/** How much of the shape there is at a distance from its middle, 0 to 1. */
export function opacityAt({ outline, radius, feather }: SoftShape, dx: number, dy: number): number {
  const angle = ((Math.atan2(dy, dx) / (2 * Math.PI) + 1) % 1) * outline.length;
  const index = Math.floor(angle);
  const from = outline[index % outline.length] ?? 1;
  const to = outline[(index + 1) % outline.length] ?? 1;
  const edge = radius * (from + (to - from) * (angle - index));
  return Math.max(0, Math.min(1, 0.5 + (edge - Math.hypot(dx, dy)) / (2 * feather)));
}

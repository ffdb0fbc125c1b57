/** Affine map of working pixels: `x' = a*x + b*y + tx`, `y' = c*x + d*y + ty`. */
export interface Transform {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly tx: number;
  readonly ty: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a point is and where its copy is. */
export interface PointPair {
  readonly from: Point;
  readonly to: Point;
}

export function applyTransform(transform: Transform, { x, y }: Point): Point {
  return {
    x: transform.a * x + transform.b * y + transform.tx,
    y: transform.c * x + transform.d * y + transform.ty,
  };
}

export function scaleOf({ a, b, c, d }: Transform): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}

/** Degrees, -180..180. */
export function rotationOf({ a, b, c, d }: Transform): number {
  return (Math.atan2(c - b, a + d) * 180) / Math.PI;
}

/** Least-squares similarity (rotation, uniform scale, shift); null when the points coincide. */
export function fitSimilarity(pairs: readonly PointPair[]): Transform | null {
  const centre = centroids(pairs);
  let along = 0;
  let across = 0;
  let norm = 0;
  for (const { from, to } of pairs) {
    const x = from.x - centre.from.x;
    const y = from.y - centre.from.y;
    const u = to.x - centre.to.x;
    const v = to.y - centre.to.y;
    along += x * u + y * v;
    across += x * v - y * u;
    norm += x * x + y * y;
  }
  if (norm < 1e-6) return null;
  return through(centre, { a: along / norm, b: -across / norm, c: across / norm, d: along / norm });
}

/** Least-squares affine map; null when the points lie on a line. */
export function fitAffine(pairs: readonly PointPair[]): Transform | null {
  const centre = centroids(pairs);
  let xx = 0;
  let xy = 0;
  let yy = 0;
  let xu = 0;
  let yu = 0;
  let xv = 0;
  let yv = 0;
  for (const { from, to } of pairs) {
    const x = from.x - centre.from.x;
    const y = from.y - centre.from.y;
    const u = to.x - centre.to.x;
    const v = to.y - centre.to.y;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xu += x * u;
    yu += y * u;
    xv += x * v;
    yv += y * v;
  }
  const determinant = xx * yy - xy * xy;
  if (determinant < 1e-3 * (xx + yy) ** 2) return null;
  return through(centre, {
    a: (yy * xu - xy * yu) / determinant,
    b: (xx * yu - xy * xu) / determinant,
    c: (yy * xv - xy * yv) / determinant,
    d: (xx * yv - xy * xv) / determinant,
  });
}

function centroids(pairs: readonly PointPair[]): PointPair {
  const from = { x: 0, y: 0 };
  const to = { x: 0, y: 0 };
  for (const pair of pairs) {
    from.x += pair.from.x / pairs.length;
    from.y += pair.from.y / pairs.length;
    to.x += pair.to.x / pairs.length;
    to.y += pair.to.y / pairs.length;
  }
  return { from, to };
}

function through({ from, to }: PointPair, linear: Pick<Transform, 'a' | 'b' | 'c' | 'd'>): Transform {
  const { a, b, c, d } = linear;
  return { a, b, c, d, tx: to.x - a * from.x - b * from.y, ty: to.y - c * from.x - d * from.y };
}

/** The way back; the transform must not be singular. */
export function invertTransform({ a, b, c, d, tx, ty }: Transform): Transform {
  const determinant = a * d - b * c;
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    tx: (b * ty - d * tx) / determinant,
    ty: (c * tx - a * ty) / determinant,
  };
}

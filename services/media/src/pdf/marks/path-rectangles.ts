/** Two opposite corners. */
export type Rectangle = readonly [number, number, number, number];

const moveTo = 0;
const lineTo = 1;
const closePath = 4;
const maxRectangles = 500;

/**
 * The rectangles along the axes that a path consists of; null when it holds anything else.
 * @param path operators and their coordinates, as pdf.js gives them
 */
export function pathRectangles(path: ArrayLike<number>): Rectangle[] | null {
  const rectangles: Rectangle[] = [];
  let points: [number, number][] = [];
  const finish = (): boolean => {
    if (points.length === 0) return true;
    const rectangle = rectangleOf(points);
    if (rectangle !== null) rectangles.push(rectangle);
    points = [];
    return rectangle !== null && rectangles.length <= maxRectangles;
  };
  for (let at = 0; at < path.length;) {
    const operator = path[at];
    if (operator === closePath) {
      at += 1;
      continue;
    }
    if (operator !== moveTo && operator !== lineTo) return null;
    if (operator === moveTo && !finish()) return null;
    points.push([path[at + 1] ?? 0, path[at + 2] ?? 0]);
    at += 3;
  }
  return finish() && rectangles.length > 0 ? rectangles : null;
}

function rectangleOf(points: readonly (readonly [number, number])[]): Rectangle | null {
  const [first, second, third, fourth, again] = points;
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return null;
  if (points.length > 5 || (again !== undefined && !isSame(again, first))) return null;
  const goesAcross = isSame(first, [first[0], second[1]]);
  const expected: readonly (readonly [number, number])[] = goesAcross
    ? [
        [third[0], first[1]],
        [first[0], third[1]],
      ]
    : [
        [first[0], third[1]],
        [third[0], first[1]],
      ];
  const [secondExpected, fourthExpected] = expected;
  const fits =
    secondExpected && fourthExpected && isSame(second, secondExpected) && isSame(fourth, fourthExpected);
  return fits === true ? [first[0], first[1], third[0], third[1]] : null;
}

function isSame(one: readonly [number, number], other: readonly [number, number]): boolean {
  return Math.abs(one[0] - other[0]) < 0.01 && Math.abs(one[1] - other[1]) < 0.01;
}

/** Describes whether a measured value is at most its limit. */
export function describeLimit(value: number, limit: number): string {
  return `${value <= limit ? 'met' : 'MISSED'} (at most ${limit.toString()})`;
}

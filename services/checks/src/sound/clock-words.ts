/** A place in a recording for people: `1:04.25`. */
export function placeInWords(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const minutes = Math.floor(hundredths / 6_000);
  return `${String(minutes)}:${((hundredths % 6_000) / 100).toFixed(2).padStart(5, '0')}`;
}

/** Two digits behind the point, for facts. */
export function toHundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

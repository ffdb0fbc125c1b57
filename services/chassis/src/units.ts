/** Durations in milliseconds. */
export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => seconds(60 * count);
export const hours = (count: number): number => minutes(60 * count);
export const days = (count: number): number => hours(24 * count);

/** Sizes in bytes. */
export const kibibytes = (count: number): number => count * 1_024;
export const mebibytes = (count: number): number => kibibytes(1_024 * count);

/** From here on, a ratio of 5, fusion leaves the verdict open and points at the place; log10. */
export const flaggedLlr = Math.log10(5);

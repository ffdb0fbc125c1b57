/** The values of an image that duplicates and outliers are found by. */
export interface ImageFeatures {
  readonly kind: 'image';
}

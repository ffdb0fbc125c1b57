/** The values of a text, or of the text of a document, that duplicates and outliers are found by. */
export interface TextFeatures {
  readonly kind: 'text';
}

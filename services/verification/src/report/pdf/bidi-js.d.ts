/** What the report uses of https://github.com/lojjic/bidi-js, which comes without types. */
declare module 'bidi-js' {
  interface Bidi {
    /** `levels` has one level for each UTF-16 code unit. */
    getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): { readonly levels: Uint8Array };
    /** Null where a character has no mirror image. */
    getMirroredCharacter(character: string): string | null;
  }
  // eslint-disable-next-line no-restricted-syntax -- it is how that package exports
  export default function bidiFactory(): Bidi;
}

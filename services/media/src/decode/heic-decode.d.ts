declare module 'heic-decode' {
  interface DecodedHeic {
    readonly width: number;
    readonly height: number;
    /** RGBA. */
    readonly data: Uint8ClampedArray<ArrayBuffer>;
  }
  // eslint-disable-next-line no-restricted-syntax -- it is how that package exports
  export default function decode(input: { readonly buffer: Uint8Array }): Promise<DecodedHeic>;
}

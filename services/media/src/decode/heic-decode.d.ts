declare module 'heic-decode' {
  interface DecodedHeic {
    readonly width: number;
    readonly height: number;
    /** RGBA. */
    readonly data: Uint8ClampedArray<ArrayBuffer>;
  }
  export default function decode(input: { readonly buffer: Uint8Array }): Promise<DecodedHeic>;
}

declare module 'libheif-js/wasm-bundle.js' {
  /** A value of an enumeration of libheif. */
  export interface HeifValue {
    readonly value: number;
  }

  export interface HeifError {
    readonly code: HeifValue;
    readonly message: string;
  }

  export interface HeifPixels {
    /** Released by `heif_image_release`. */
    readonly image: object;
    readonly width: number;
    readonly height: number;
    readonly channels: readonly {
      /** Bytes of a row. */
      readonly stride: number;
      /** Lies in the memory of the decoder until the image is released. */
      readonly data: Uint8Array;
    }[];
  }

  /** The part of the interface of libheif 1.23 that this package uses. */
  export interface Libheif {
    readonly ready: Promise<unknown>;
    readonly heif_colorspace: { readonly heif_colorspace_RGB: HeifValue };
    readonly heif_chroma: { readonly heif_chroma_interleaved_RGB: HeifValue };
    heif_context_alloc(): object;
    heif_context_free(context: object): void;
    heif_context_read_from_memory(context: object, bytes: Uint8Array): HeifError;
    heif_js_context_get_list_of_top_level_image_IDs(context: object): readonly number[];
    heif_js_context_get_image_handle(context: object, itemId: number): object;
    heif_image_handle_get_width(handle: object): number;
    heif_image_handle_get_height(handle: object): number;
    heif_image_handle_release(handle: object): void;
    heif_js_decode_image2(handle: object, colorspace: HeifValue, chroma: HeifValue): HeifPixels | HeifError;
    heif_image_release(image: object): void;
  }

  const libheif: Libheif;
  // eslint-disable-next-line no-restricted-syntax -- it is how that package exports
  export default libheif;
}

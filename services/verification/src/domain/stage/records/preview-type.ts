/** The type of the small picture kept for the report; it is no finding and is not listed among the artifacts. */
export const previewType = 'preview';

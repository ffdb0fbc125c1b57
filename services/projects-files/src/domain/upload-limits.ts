import type { MediaCategory } from '@assay/media/sniff/accepted-types';

/** The size of a file is an int32 on every interface. */
export const maxFileBytes = 2_147_483_647;

/** The most bytes of a file, by its category. */
export type UploadLimits = Readonly<Record<MediaCategory, number>>;

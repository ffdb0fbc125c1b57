import { UploadPart } from '@assay/proto/files/v1/upload';
import { defineShape } from '../shape.ts';

/** The message without changes. The upload listener returns it; no rpc does. */
export const uploadPart = defineShape(UploadPart, {});

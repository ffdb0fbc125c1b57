import { UploadPart } from '@assay/proto/files/v1/upload';
import { defineShape } from '../shape.ts';

/** The message as it is: the upload listener answers with it, and no rpc does. */
export const uploadPart = defineShape(UploadPart, {});

import { randomBytes } from 'node:crypto';
import type { S3Keys } from './definition.ts';

export function randomS3Keys(): S3Keys {
  return { accessKeyId: randomBytes(10).toString('hex'), secretAccessKey: randomBytes(20).toString('hex') };
}

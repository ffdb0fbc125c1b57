import sharp, { type Sharp } from 'sharp';
import { maxImagePixels } from './image-limits.ts';

const timeoutSeconds = 20;

/**
 * Opens an image with the limits every decode has. `failOn: 'error'` refuses cut and damaged data, because a half-decoded
 * picture holds grey areas that pixel checks would take for edits, and lets pass what libraries merely warn of
 * (stray bytes between JPEG segments), which genuine cameras produce. Profiles are ignored: checks want stored values.
 */
export function openSharp(path: string): Sharp {
  return sharp(path, {
    failOn: 'error',
    limitInputPixels: maxImagePixels,
    unlimited: false,
    sequentialRead: true,
    pages: 1,
    ignoreIcc: true,
  }).timeout({ seconds: timeoutSeconds });
}

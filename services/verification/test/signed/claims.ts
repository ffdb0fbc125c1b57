import type { Claim } from '../../../media/test/signing/sign-image.ts';

const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype';

/** A camera or recorder made the file. */
export const capture: Claim = { action: 'c2pa.created', digitalSourceType: `${sourceTypes}/digitalCapture` };
/** A generator made the file. */
export const generated: Claim = {
  action: 'c2pa.created',
  digitalSourceType: `${sourceTypes}/trainedAlgorithmicMedia`,
};

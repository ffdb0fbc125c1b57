import { join } from 'node:path';

/** The sources of checks, beside which calibration writes their tables. */
export const checksFolder = join(import.meta.dirname, '../../../checks/src');

import { days } from '@assay/chassis/units';

/** How long events and deliveries are kept, in seconds (C40, C41). */
export const keptSeconds = days(30) / 1_000;

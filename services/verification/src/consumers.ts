import { onStageRequested } from './consumers/on-stage-requested.ts';

export const consumers = [onStageRequested];

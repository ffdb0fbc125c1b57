import { pollSeconds } from './tasks.ts';
import type { AddedMember } from '../tool.ts';

/** The seconds after which a client without tasks reads a run again. */
export const suggestedPollSeconds: AddedMember = { schema: { type: 'integer' }, read: () => pollSeconds };

import type { Table } from '../row.ts';

/** The operations of people who work on crowd jobs. */
export const workerRows: Table = {
  getWorkerProfile: { needs: 'signed-in', success: 200, belongsTo: 'user', isForGuests: true },
  updateWorkerProfile: {
    needs: 'signed-in',
    success: 200,
    belongsTo: 'user',
    isForGuests: true,
    body: () => ({ language: 'de', country: 'AT' }),
  },
};

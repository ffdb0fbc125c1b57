import type { Table } from './row.ts';

/** What the gateway itself knows, and how people sign in. */
export const platformRows: Table = {
  getLimits: { needs: 'viewer', success: 200 },
  listErrorCodes: { needs: 'anybody', success: 200 },
  startLogin: { needs: 'anybody', success: 302 },
  logOut: { needs: 'anybody', success: 200 },
  createToken: { needs: 'signed-in', success: 200 },
};

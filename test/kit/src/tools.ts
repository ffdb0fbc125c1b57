import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a program can be run by this name. Tests that need one skip by name where it is missing. */
export function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

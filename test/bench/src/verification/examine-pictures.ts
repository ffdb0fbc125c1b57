import { fork } from 'node:child_process';
import type { Examined } from './examine.ts';

/** Examines a picture so many times in a process of its own; resolves to what the last time took. */
export function examinePicture(path: string, times = 1, isProfiled = false): Promise<Examined> {
  const child = fork(new URL('examine.ts', import.meta.url), { execArgv: ['--conditions=source'] });
  return new Promise((resolve, reject) => {
    child.once('message', (examined: Examined) => {
      resolve(examined);
    });
    child.once('exit', (code, signal) => {
      reject(new Error(`the examining process ended early (${String(signal ?? code)})`));
    });
    child.send({ path, times, isProfiled });
  });
}

export interface InstallStamp {
  packages: string;
  proto: string;
}

export function currentStamp(root: string): InstallStamp;
export function pendingWork(
  current: InstallStamp,
  stamped: InstallStamp | undefined,
): 'install' | 'generate' | 'nothing';

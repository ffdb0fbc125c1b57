/** What a process says of the servers it leans on: by name, whether they answer. */
export async function readDependencyStatus(adminUrl: string): Promise<Readonly<Record<string, boolean>>> {
  const text = await (await fetch(`${adminUrl}/metrics`)).text();
  const samples = text.matchAll(/^assay_dependency_up\{dependency="([^"]+)".*\} (\d)$/gmu);
  return Object.fromEntries([...samples].map(([, name = '', value]) => [name, value === '1']));
}

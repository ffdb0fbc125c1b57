/** Returns make and model as one name, the make once. Null when neither is known. */
export function nameDevice({
  make,
  model,
}: {
  readonly make: string | null;
  readonly model: string | null;
}): string | null {
  if (make === null || model === null) return model ?? make;
  const [brand = make] = make.split(/\s+/, 1);
  return model.toLowerCase().startsWith(brand.toLowerCase()) ? model : `${make} ${model}`;
}

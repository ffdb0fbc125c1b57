/** The tools that a key allows, where an empty list cannot be told from a missing one: in messages and documents. */
export interface ToolFields {
  readonly allowedTools: readonly string[];
  /** True if the key allows no tool; an empty list alone is no limit. */
  readonly allowsNoTools: boolean;
}

/** Returns the tools of the fields; undefined for no limit. */
export function readToolLimit({ allowedTools, allowsNoTools }: ToolFields): readonly string[] | undefined {
  return allowedTools.length > 0 || allowsNoTools ? allowedTools : undefined;
}

/** @param allowedTools undefined for no limit */
export function toToolFields(allowedTools: readonly string[] | undefined): {
  readonly allowedTools: string[];
  readonly allowsNoTools: boolean;
} {
  return { allowedTools: [...(allowedTools ?? [])], allowsNoTools: allowedTools?.length === 0 };
}

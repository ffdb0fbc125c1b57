/** What the tests need of an OpenAPI operation. */
export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Empty: no credential is asked for. */
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly $ref?: string;
}

export interface DocumentedResponse {
  /** Names the response of `components` that stands for this one. */
  readonly $ref?: string;
  readonly description: string;
  /** By media type. */
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>;
}

export interface OpenapiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, DocumentedResponse>>;
  };
}

export interface NamedOperation extends Operation {
  readonly method: string;
  /** As the document writes it, such as `/v2/files/{fileId}`. */
  readonly path: string;
}

export async function fetchDocument(baseUrl: string): Promise<OpenapiDocument> {
  const response = await fetch(`${baseUrl}/v2/openapi.json`);
  return (await response.json()) as OpenapiDocument;
}

/** Lists the operations, with the parameters that the document lists once. */
export function operationsOf({ paths, components }: OpenapiDocument): readonly NamedOperation[] {
  const resolve = (parameter: Parameter): Parameter =>
    components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const parameters = (operation.parameters ?? []).map(resolve);
      return { ...operation, parameters, method, path };
    }),
  );
}

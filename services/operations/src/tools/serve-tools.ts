import type { OutgoingCall } from '@assay/chassis/call-context';
import { createCompiler } from '../adapter/validation.ts';
import type { CompileSchema } from '../adapter/validation.ts';
import type { Access } from '../derive/access.ts';
import type { ServedOperation, ServedOperations } from '../derive/serve-operations.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Callers, Rpc } from '../operation.ts';
import { components } from '../resources/operations.ts';
import { deriveAnnotations } from './annotations.ts';
import type { ToolAnnotations } from './annotations.ts';
import { deriveArguments } from './arguments.ts';
import { refuseViolation } from './check-arguments.ts';
import { showEstimate } from './dry-run.ts';
import { deriveResult } from './result.ts';
import { renderForTools } from './references.ts';
import { serveTaskKind } from './toolsets/tasks.ts';
import type { Performed, TaskKind } from './toolsets/tasks.ts';
import { shortenInput } from './plain-schema.ts';
import type { FindSchema } from './plain-schema.ts';
import type { Tool, ToolsetName, Toolset } from './tool.ts';

/** A tool with everything derived from its declaration and its operation, compiled once. */
export interface ServedTool {
  readonly name: string;
  readonly toolset: ToolsetName;
  readonly description: string;
  /** For the list of tools. `perform` checks some more limits. */
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  readonly annotations: ToolAnnotations;
  readonly access: Access;
  readonly rpcs: readonly Rpc[];
  /** True if the tool costs money, so that it takes `dryRun`. */
  readonly isPaid: boolean;
  /** The task that a call starts. */
  readonly starts: TaskKind | undefined;
  /** Checks the arguments and adds defaults to them, calls the operation and returns the structured content. Rejects with a DomainError or RestError. */
  readonly perform: (
    callers: Callers,
    call: OutgoingCall,
    args: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, unknown>>>;
}

/** Compiles the tools in their order. Throws for a tool whose operation or argument does not exist. */
export function serveTools(toolsets: readonly Toolset[], served: ServedOperations): readonly ServedTool[] {
  const operations = new Map(served.operations.map((operation) => [operation.id, operation]));
  const schemas = new Map(served.messages.all().map(({ name, schema }) => [name, schema]));
  const find: FindSchema = (name) => {
    const schema = schemas.get(name) ?? components[name];
    if (schema === undefined) throw new Error(`no schema has the name ${name}`);
    return schema;
  };
  const compile = createCompiler({ coerceTypes: false });
  return toolsets.flatMap(({ name: toolset, tools }) =>
    Object.entries(tools).map(([name, tool]) => {
      const get = (id: string): Performed => findPerformed(operations.get(id), `${name}: ${id}`);
      const declared = {
        name,
        toolset,
        tool,
        operation: get(tool.operation),
        estimate: tool.estimatedBy === undefined ? undefined : get(tool.estimatedBy),
        starts: tool.starts && serveTaskKind(tool.starts, get(tool.starts.canceledBy)),
      };
      return serveTool(declared, { find, compile });
    }),
  );
}

interface Declared {
  readonly name: string;
  readonly toolset: ToolsetName;
  readonly tool: Tool;
  readonly operation: Performed;
  readonly estimate: Performed | undefined;
  readonly starts: TaskKind | undefined;
}

function findPerformed(operation: ServedOperation | undefined, where: string): Performed {
  const perform = operation?.perform;
  if (operation === undefined || perform === undefined)
    throw new Error(`${where} is not an operation, or REST alone performs it`);
  return { ...operation, perform };
}

interface Compilation {
  readonly find: FindSchema;
  readonly compile: CompileSchema;
}

function serveTool(declared: Declared, { find, compile }: Compilation): ServedTool {
  const { name, toolset, tool, operation, estimate, starts } = declared;
  const { access, rpcs, perform } = operation;
  const annotations = deriveAnnotations(name);
  const result = deriveResult(tool, operation, { find, isReading: annotations.readOnlyHint });
  const input = deriveArguments(name, tool, operation, result.filters);
  const validate = lazily(() => compile(input.schema));
  return {
    name,
    toolset,
    access,
    rpcs,
    starts,
    isPaid: estimate !== undefined,
    description: renderForTools(tool.description),
    inputSchema: shortenInput(input.schema),
    outputSchema: result.schema,
    annotations,
    async perform(callers, call, sent) {
      const read = input.read(sent);
      const { args } = read;
      const isValid = validate();
      if (!isValid(args)) throw refuseViolation(isValid.errors ?? []);
      result.checkFields(args);
      await tool.check?.(callers, call, args);
      const rest = input.toRest(read);
      if (estimate !== undefined && args['dryRun'] === true)
        return showEstimate((await estimate.perform(callers, call, rest)).body);
      return result.show(await perform(callers, input.toCall(call, args), rest), { call, args });
    },
  };
}

/** Compiling the schemas of all tools at the start would take longer than all other steps of it. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

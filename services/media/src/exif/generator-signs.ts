/**
 * `recipe`: the full settings or graph that make the picture; `label`: a declaration by maker or law; `name`: the
 * generator's name in a software field; `edit-label`: a declaration that a generator changed part of the picture.
 */
export type SignKind = 'recipe' | 'label' | 'name' | 'edit-label';

export interface Recognized {
  readonly generator: string;
  readonly kind: SignKind;
}

const recipe = (generator: string): Recognized => ({ generator, kind: 'recipe' });
const label = (generator: string): Recognized => ({ generator, kind: 'label' });

/** Patterns look no further, so that a text of megabytes costs no more than one of kilobytes. */
const maxPatternCharacters = 65_536;
const softwareFields = new Set(['Software', 'OriginatingProgram', 'Creator Tool', 'generator']);
const generatorName =
  /\b(NovelAI|Stable Diffusion|Midjourney|InvokeAI|ComfyUI|Fooocus|DALL[·•-]?E|Adobe Firefly|Ideogram|Draw Things|DreamStudio|SwarmUI|Leonardo\.Ai|Suno|Udio|ElevenLabs|Stable Audio|MusicGen|HeyGen|Synthesia)\b/i;
const statedService = /^made with (suno|udio)\b/i;
const a1111Parameters = /\bSteps: ?\d+\s*,.{0,2000}\b(Sampler|CFG scale|Seed): ?\S/s;
/** The command of InvokeAI before 3.0, without its program: the prompt in quotes, then steps, seed and other switches. */
const dreamCommand = /^\s*".{0,8000}"(?=.{0,2000}\s-s ?\d)(?=.{0,2000}\s-S ?\d)/s;
const midjourneyJob = /\bJob ID: ?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/i;

/** The generator that writes such a text into such a field; null for any other text. */
export function recognizeText(field: string, text: string): Recognized | null {
  return byField(field, text) ?? byContent(field, text);
}

/** IPTC NewsCodes digital source type; only those that name a trained model or an algorithm say something here. */
export function recognizeSourceType(type: string): Recognized | null {
  switch (type) {
    case 'trainedAlgorithmicMedia':
      return label('an AI model (declared)');
    case 'compositeWithTrainedAlgorithmicMedia':
      return { generator: 'an AI editing tool (declared)', kind: 'edit-label' };
    default:
      return null;
  }
}

function byField(field: string, text: string): Recognized | null {
  switch (field) {
    case 'invokeai_metadata':
    case 'invokeai_graph':
    case 'invokeai_workflow':
    case 'sd-metadata':
      return isJsonObject(text) ? recipe('InvokeAI') : null;
    case 'Dream':
      return dreamCommand.test(text.slice(0, maxPatternCharacters)) ? recipe('InvokeAI') : null;
    case 'sui_image_params':
      return recipe('SwarmUI');
    case 'Make':
      return /^Black Forest Labs\b/i.test(text) ? label('FLUX (Black Forest Labs)') : null;
    case 'fooocus_scheme':
      return recipe('Fooocus');
    case 'prompt':
    case 'workflow':
      return isComfyGraph(text) ? recipe('ComfyUI') : null;
    case 'AIGC':
      return isAigcLabel(text) ? label('an AI service (GB 45438 label)') : null;
    case 'Credit':
    case 'credit':
      return /\bMade with Google AI\b|\bEdited with Google AI\b/i.test(text) ? googleCredit(text) : null;
    default:
      return null;
  }
}

function byContent(field: string, text: string): Recognized | null {
  const head = text.slice(0, maxPatternCharacters);
  if (a1111Parameters.test(head))
    return recipe('Stable Diffusion web UI (AUTOMATIC1111, Forge or compatible)');
  if (midjourneyJob.test(head)) return recipe('Midjourney');
  const graph = /^\s*(?:prompt|workflow):\s*(?=\{)/i.exec(head);
  if (graph !== null && isComfyGraph(text.slice(graph[0].length))) return recipe('ComfyUI');
  if (field === 'Software' && /^AI generated\b/i.test(head)) return label('an AI model (declared)');
  if (field === 'Comment' || field === 'UserComment' || field === 'parameters') {
    const settings = parseObject(text);
    if (settings !== null && isObject(settings['sui_image_params'])) return recipe('SwarmUI');
    if (settings !== null && (isComfyGraph(text) || holdsComfyGraph(settings))) return recipe('ComfyUI');
    if (settings !== null && isSamplerSettings(settings))
      return recipe('NovelAI, Draw Things or a compatible generator');
  }
  const name = softwareFields.has(field) ? generatorName.exec(head)?.[0] : statedService.exec(head)?.[1];
  return name === undefined ? null : { generator: name, kind: 'name' };
}

function googleCredit(text: string): Recognized {
  return /\bEdited with\b/i.test(text) ? { generator: 'Google AI', kind: 'edit-label' } : label('Google AI');
}

/** An API graph maps ids to `{class_type, inputs}`; an editor graph has a list of nodes. */
function isComfyGraph(text: string): boolean {
  const graph = parseObject(text);
  if (graph === null) return false;
  if (Array.isArray(graph['nodes'])) return 'last_node_id' in graph || 'links' in graph;
  return Object.values(graph).some((node) => isObject(node) && typeof node['class_type'] === 'string');
}

/** Video nodes write both graphs into the comment, as objects or as texts. */
function holdsComfyGraph(settings: Record<string, unknown>): boolean {
  return [settings['prompt'], settings['workflow']].some((graph) =>
    isComfyGraph(typeof graph === 'string' ? graph : JSON.stringify(graph ?? null)),
  );
}

function isSamplerSettings(settings: Record<string, unknown>): boolean {
  const known = ['prompt', 'uc', 'steps', 'seed', 'sampler', 'scale', 'cfg_scale', 'c'].filter(
    (key) => key in settings,
  );
  return known.length >= 3 && ('seed' in settings || 'sampler' in settings);
}

/** Label 1 declares generated content; 2 and 3 are "possible" and "suspected". */
function isAigcLabel(text: string): boolean {
  const declared = parseObject(text)?.['Label'];
  return declared === '1' || declared === 1;
}

function isJsonObject(text: string): boolean {
  return parseObject(text) !== null;
}

/** ComfyUI writes NaN, which JSON has not. */
function parseObject(text: string): Record<string, unknown> | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text.replaceAll(/([:[,]\s*)NaN\b/g, '$1null').replaceAll('\0', ''));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One line, or one for each value of the labels in its name, such as `{{process}}`. */
export interface Query {
  readonly expr: string;
  readonly name: string;
}

/** How values are shown, by Grafana's names. */
export type Unit =
  'short' | 's' | 'bytes' | 'Bps' | 'reqps' | 'percentunit' | 'ops' | 'currencyEUR' | 'dtdurations';

export interface PanelSpec {
  readonly title: string;
  /** What it says, and what is to be done when it is odd. */
  readonly about: string;
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** One number each instead of a curve. */
  readonly isNumber?: boolean;
}

export interface DashboardSpec {
  /** The file's name; also the dashboard's address in Grafana. */
  readonly name: string;
  readonly title: string;
  readonly panels: readonly PanelSpec[];
}

const tags = ['assay'];
const columns = 24;
const curve = { type: 'timeseries', width: 12, height: 8 };
const number = { type: 'stat', width: 6, height: 4 };
const datasource = { type: 'prometheus', uid: '${datasource}' };

/** The dashboard as Grafana reads it; it asks for the data source and the namespace. */
export function toGrafana({ name, title, panels }: DashboardSpec): unknown {
  const places = placesOf(panels);
  return {
    uid: `assay-${name}`,
    title: `Assay: ${title}`,
    tags,
    editable: false,
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    links: [
      { type: 'dashboards', title: 'Assay', tags, asDropdown: true, includeVars: true, keepTime: true },
    ],
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus' },
        {
          name: 'namespace',
          type: 'query',
          datasource,
          query: 'label_values(assay_dependency_up, namespace)',
          refresh: 2,
          includeAll: true,
          allValue: '.*',
        },
      ],
    },
    panels: panels.map((panel, index) => ({ id: index + 1, ...toPanel(panel), gridPos: places[index] })),
  };
}

function toPanel(panel: PanelSpec) {
  const { title, about, unit, queries, isNumber } = panel;
  return {
    type: kindOf(panel).type,
    title,
    description: about,
    datasource,
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    ...(isNumber === true ? {} : { options: { tooltip: { mode: 'multi', sort: 'desc' } } }),
    targets: queries.map(({ expr, name }, index) => ({
      refId: String.fromCodePoint(65 + index),
      datasource,
      expr,
      legendFormat: name,
    })),
  };
}

function kindOf({ isNumber }: Pick<PanelSpec, 'isNumber'>) {
  return isNumber === true ? number : curve;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** From left to right; a panel that does not fit, or is of another height, begins a new row. */
function placesOf(panels: readonly PanelSpec[]): readonly Place[] {
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  return panels.map((panel) => {
    const { width: w, height: h } = kindOf(panel);
    if (x + w > columns || (x > 0 && h !== rowHeight)) [x, y] = [0, y + rowHeight];
    rowHeight = h;
    const place = { x, y, w, h };
    x += w;
    return place;
  });
}

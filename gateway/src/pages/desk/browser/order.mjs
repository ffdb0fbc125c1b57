/** What somebody is about to have examined: the files they chose, by which examination, and what is claimed of them. */

import { createClaimFields } from './claim-fields.mjs';
import { announce, byId, fillSelect } from './dom.mjs';
import {
  claimFieldsOf,
  defaultFor,
  fits,
  needsNoFile,
  priceOf,
  startable,
  takesSeveral,
  usualFor,
} from './pipelines.mjs';
import { createRow } from './rows.mjs';
import { createSending, discardSending, retrySending } from './sendings.mjs';
import { submit } from './submissions.mjs';
import { minutes, money, nameOf, sentenceFor, size } from './words.mjs';

const byType = 'by-type';

/**
 * Makes the form of the page work. `target` says where runs are started and who hears of them, whenever it is asked. Returns how
 * files are taken, how the catalog is set, and how all that was chosen is given up.
 */
export function createOrder(target) {
  let pipelines = [];
  let chosen = [];
  let isOpen = false;
  /** What somebody chose themselves; it stays while it fits. */
  let wanted;
  const claims = createClaimFields({ required: byId('claims-needed'), optional: byId('claims') });

  const types = () => chosen.filter(({ sending }) => !sending.hasFailed).map(({ sending }) => sending.type);
  const pipelineChosen = () => pipelines.find(({ slug }) => slug === byId('pipeline').value);
  /** Each file by its own type. */
  const pipelinesInUse = () => {
    const one = pipelineChosen();
    if (one !== undefined) return [one];
    return [...new Set(types().flatMap((type) => usualFor(pipelines, type) ?? []))];
  };

  function show() {
    byId('order').hidden = !isOpen;
    if (!isOpen) return;
    const given = types();
    byId('order-title').textContent = titleFor(chosen.length);
    const fitting = pipelines.filter((one) => fits(one, given));
    const choices = fitting.map(({ slug, name }) => ({ value: slug, text: name }));
    const options =
      given.length === 0 ? choices : [...choices, { value: byType, text: 'Each file by its type' }];
    const usual = defaultFor(pipelines, given)?.slug ?? byType;
    const value = options.some((one) => one.value === wanted) ? wanted : usual;
    fillSelect(byId('pipeline'), options, value);
    showChoice();
  }

  function showChoice() {
    const given = types();
    const one = pipelineChosen();
    const fields = claimFieldsOf(pipelinesInUse());
    claims.show(fields);
    byId('claims-box').hidden = !fields.some(({ isRequired }) => !isRequired);
    byId('claims-summary').textContent = fields.some(({ isRequired }) => isRequired)
      ? 'Say more of it, if you know more'
      : 'Say what is claimed, if anything is';
    byId('pipeline-note').textContent =
      one === undefined
        ? 'Each file is examined by what it is.'
        : `${one.description} It takes about ${minutes(one.estimatedMinutes)}.`;
    byId('begin').textContent = `${verbFor(one, given.length)} for ${money(priceOf(pipelines, one, given))}`;
    byId('begin').disabled =
      one === undefined && given.every((type) => type !== '' && !usualFor(pipelines, type));
  }

  function take(files) {
    if (files.length === 0) return;
    for (const file of files) chosen.push(stage(createSending(file, target().projectId)));
    isOpen = true;
    show();
    byId('begin').focus({ preventScroll: true });
    byId('order').scrollIntoView({ block: 'nearest', behavior: 'instant' });
    announce(titleFor(chosen.length));
  }

  function stage(sending) {
    const row = createRow(sending.file.name, size(sending.file.size));
    const entry = { sending, row };
    byId('chosen').append(row.node);
    row.onRemove(() => {
      discardSending(sending);
      row.node.remove();
      chosen = chosen.filter((other) => other !== entry);
      if (chosen.length === 0) close();
      else show();
    });
    const follow = async () => {
      row.show({ text: 'Waiting' });
      sending.onStep = row.show;
      const isStaged = () => chosen.includes(entry);
      try {
        await sending.ready;
        if (isStaged()) row.rest('Ready');
      } catch (error) {
        const retry = () => {
          retrySending(sending);
          void follow();
        };
        if (isStaged()) row.refuse(sentenceFor(error), [413, 415].includes(error.status) ? undefined : retry);
      }
      if (isStaged()) show();
    };
    void follow();
    return entry;
  }

  function begin() {
    const one = pipelineChosen();
    const usable = chosen.filter(({ sending }) => !sending.hasFailed);
    const claimsFor = claims.taken();
    const orders = ordersOf(one, usable, claimsFor);
    const { projectId, onRun, ...listeners } = target();
    for (const { row, sendings } of orders) {
      row.onRemove(undefined);
      byId('submissions').prepend(row.node);
      submit({
        ...{ row, sendings, projectId, ...listeners },
        onRun: (run) => onRun(run, orders.length === 1),
        pipelineFor: (mimeTypes) => pipelineOf(one, mimeTypes),
        claimsFor,
      });
    }
    chosen = chosen.filter((entry) => !usable.includes(entry));
    close();
    byId('choose').focus({ preventScroll: true });
  }

  function pipelineOf(one, mimeTypes) {
    if (one === undefined) return usualFor(pipelines, mimeTypes[0]);
    return fits(one, mimeTypes) ? one : undefined;
  }

  function ordersOf(one, usable, claimsFor) {
    const sendings = usable.map(({ sending }) => sending);
    if (usable.length === 0) {
      const name = nameOf({ contextDataSnapshot: claimsFor(one) });
      return [{ row: createRow(name, one.name), sendings }];
    }
    if (one === undefined || !takesSeveral(one)) {
      return usable.map(({ row, sending }) => ({ row, sendings: [sending] }));
    }
    const bytes = sendings.reduce((sum, { file }) => sum + file.size, 0);
    const name = `${sendings[0].file.name} and ${sendings.length - 1} more`;
    return [{ row: createRow(name, `${sendings.length} files, ${size(bytes)}`), sendings }];
  }

  /** What is left of it is not examined. */
  function close() {
    for (const { sending } of chosen) discardSending(sending);
    chosen = [];
    isOpen = false;
    wanted = undefined;
    claims.clear();
    byId('claims-box').open = false;
    byId('chosen').replaceChildren();
    show();
  }

  byId('pipeline').addEventListener('change', () => {
    wanted = byId('pipeline').value;
    showChoice();
  });
  byId('order').addEventListener('submit', (event) => {
    event.preventDefault();
    begin();
  });
  byId('discard').addEventListener('click', () => {
    close();
    byId('choose').focus();
  });
  byId('without-file').addEventListener('click', () => {
    isOpen = true;
    show();
    byId('order').querySelector('input, select:not(#pipeline)')?.focus();
  });

  return {
    take,
    close,
    useCatalog(catalog) {
      pipelines = startable(catalog);
      const kinds = pipelines.flatMap(({ requiredFiles }) => requiredFiles);
      byId('files').accept = kinds.flatMap(({ mimeTypes }) => mimeTypes).join(',');
      byId('without-file').hidden = !pipelines.some(needsNoFile);
    },
  };
}

function titleFor(count) {
  if (count === 0) return 'Claims to check';
  return count === 1 ? 'One file to examine' : `${count} files to examine`;
}

function verbFor(pipeline, count) {
  if (count === 0) return 'Check the claims';
  if (count === 1) return 'Examine';
  return pipeline !== undefined && takesSeveral(pipeline)
    ? `Compare ${count} files`
    : `Examine ${count} files`;
}

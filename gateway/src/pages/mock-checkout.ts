import { DomainError } from '@assay/chassis/errors';
import { html } from '@assay/chassis/html';
import type { Html } from '@assay/chassis/html';
import { TopUpsServiceService } from '@assay/proto/billing/v1/top_ups_service';
import { TransactionStatus } from '@assay/proto/billing/v1/transaction';
import type { RegisterRoute, RestApp } from '../rest-app.ts';
import { pageWith, sendPage } from './page.ts';

const url = '/v2/payments/mock/checkout/:checkoutToken';
const params = {
  type: 'object',
  required: ['checkoutToken'],
  properties: { checkoutToken: { type: 'string', maxLength: 256 } },
};
const outcomes = {
  type: 'object',
  required: ['outcome'],
  additionalProperties: false,
  properties: { outcome: { type: 'string', enum: ['paid', 'canceled'] } },
};

interface Checkout {
  readonly Params: { readonly checkoutToken: string };
  readonly Body: { readonly outcome: 'paid' | 'canceled' };
}

/** Browsers apply the policy also to where a submitted form is redirected to. */
const toAnywhere = ["form-action 'self' http: https:"];

/** The page of the mock payment provider, for whoever has its address. */
export const showMockCheckout: RegisterRoute = (app, { callers }) => {
  const options = { schema: { params }, config: { anonymous: true } };
  app.get<Checkout>(url, options, async ({ call, params: given }, reply) => {
    const asked = callers.callAsService(TopUpsServiceService.getMockCheckout, call, given);
    const checkout = await orUndefined(asked);
    if (checkout === undefined) return sendPage(reply.code(404), unknownCheckoutPage());
    return sendPage(reply, checkoutPage(checkout.amountCents, checkout.status), toAnywhere);
  });
};

/** What the buttons of that page send: pays or gives up, and goes on to the address the top-up named. */
export const endMockCheckout: RegisterRoute = (app, { callers }) => {
  app.register((scope: RestApp, _options, done) => {
    readForms(scope);
    const options = { schema: { params, body: outcomes }, config: { anonymous: true } };
    scope.post<Checkout>(url, options, async ({ call, params: given, body: { outcome } }, reply) => {
      const request = { ...given, paid: outcome === 'paid' };
      const ended = await callers.callAsService(TopUpsServiceService.endMockCheckout, call, request);
      return reply.redirect(ended.returnUrl, 303);
    });
    done();
  });
};

function readForms(scope: RestApp): void {
  const type = 'application/x-www-form-urlencoded';
  scope.addContentTypeParser(type, { parseAs: 'string' }, (_request, form, done) => {
    done(null, Object.fromEntries(new URLSearchParams(form.toString())));
  });
}

async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DomainError && error.status === 'NOT_FOUND') return undefined;
    throw error;
  }
}

const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

function checkoutPage(amountCents: number, status: TransactionStatus): Html {
  const amount = euros.format(amountCents / 100);
  const content = html`<p class="badge warn">Test payment</p>
    <h1>Pay into your Assay balance</h1>
    <p class="amount">${amount}</p>
    ${status === TransactionStatus.PENDING ? choices(amount) : notice(status)}`;
  return pageWith(`Pay ${amount}`, content);
}

function choices(amount: string): Html {
  return html`<p class="soft">
      This is the built-in test provider: no money moves. Choose how the payment ends.
    </p>
    <form method="post" class="actions">
      <button class="button main" name="outcome" value="paid">Pay ${amount}</button>
      <button class="button" name="outcome" value="canceled">Cancel</button>
    </form>`;
}

function notice(status: TransactionStatus): Html {
  return status === TransactionStatus.SUCCEEDED
    ? html`<p class="notice good">This payment was made. You can close this page.</p>`
    : html`<p class="notice warn">
        This payment can no longer be made. Begin a new one if you still want to pay.
      </p>`;
}

function unknownCheckoutPage(): Html {
  const content = html`<p class="badge bad">Unknown payment</p>
    <h1>There is no such payment</h1>
    <p class="soft">The address may have been cut off. Begin the payment again.</p>`;
  return pageWith('Unknown payment', content);
}

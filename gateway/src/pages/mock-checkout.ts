import { DomainError } from '@assay/chassis/errors';
import { html } from '@assay/chassis/http/html';
import type { Html } from '@assay/chassis/http/html';
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

/** The form is redirected to the return address of the top-up, and browsers apply the policy to redirects of forms. */
const allowAnyTarget = ["form-action 'self' http: https:"];

/** Serves the page of the mock payment provider to everyone who has its address. */
export const showMockCheckout: RegisterRoute = (app, { callers }) => {
  const options = { schema: { params }, config: { anonymous: true } };
  app.get<Checkout>(url, options, async ({ call, params: request }, reply) => {
    const found = callers.callAsService(TopUpsServiceService.getMockCheckout, call, request);
    const checkout = await orUndefined(found);
    if (checkout === undefined) return sendPage(reply.code(404), unknownCheckoutPage());
    return sendPage(reply, checkoutPage(checkout.amountCents, checkout.status), allowAnyTarget);
  });
};

/** Pays or cancels the payment, as a button of that page requests, and redirects to the return address of the top-up. */
export const endMockCheckout: RegisterRoute = (app, { callers }) => {
  app.register((scope: RestApp, _options, done) => {
    readForms(scope);
    const options = { schema: { params, body: outcomes }, config: { anonymous: true } };
    scope.post<Checkout>(url, options, async ({ call, params: { checkoutToken }, body }, reply) => {
      const request = { checkoutToken, paid: body.outcome === 'paid' };
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
    <h1>Add credit to Assay</h1>
    <p class="amount">${amount}</p>
    ${status === TransactionStatus.PENDING ? choices(amount) : notice(status)}`;
  return pageWith(`Pay ${amount}`, content);
}

function choices(amount: string): Html {
  return html`<p class="soft">
      This is the built-in test provider, which moves no money. Choose the end of the payment.
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
        This payment is closed. Start a new one to pay.
      </p>`;
}

function unknownCheckoutPage(): Html {
  const content = html`<p class="badge bad">Unknown payment</p>
    <h1>There is no such payment</h1>
    <p class="soft">The address may be incomplete. Start the payment again.</p>`;
  return pageWith('Unknown payment', content);
}

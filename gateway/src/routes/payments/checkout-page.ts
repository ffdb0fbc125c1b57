import { TransactionStatus } from '@assay/proto/billing/v1/transaction';
import { pageWith } from '../pages/page-layout.ts';

const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

/** What the page of the mock payment provider shows; `amountCents` in euro cents. */
export function checkoutPage(amountCents: number, status: TransactionStatus): string {
  const amount = euros.format(amountCents / 100);
  return pageWith(`Pay ${amount}`, `<p class="badge warn">Test payment</p>${contentFor(amount, status)}`);
}

export function unknownCheckoutPage(): string {
  return pageWith(
    'Unknown payment',
    '<p class="badge bad">Unknown payment</p><h1>There is no such payment</h1>' +
      '<p class="soft">The address may have been cut off. Begin the payment again.</p>',
  );
}

function contentFor(amount: string, status: TransactionStatus): string {
  const heading = `<h1>Pay into your Assay balance</h1><p class="amount">${amount}</p>`;
  if (status !== TransactionStatus.PENDING) return heading + notice(status);
  return (
    heading +
    '<p class="soft">This is the built-in test provider: no money moves. Choose how the payment ends.</p>' +
    '<form method="post" class="actions">' +
    `<button class="button main" name="outcome" value="paid">Pay ${amount}</button>` +
    '<button class="button" name="outcome" value="canceled">Cancel</button></form>'
  );
}

function notice(status: TransactionStatus): string {
  return status === TransactionStatus.SUCCEEDED
    ? '<p class="notice good">This payment was made. You can close this page.</p>'
    : '<p class="notice warn">This payment can no longer be made. Begin a new one if you still want to pay.</p>';
}

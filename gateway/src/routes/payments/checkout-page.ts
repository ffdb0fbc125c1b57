import { TransactionStatus } from '@assay/proto/billing/v1/transaction';

const euros = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });

/** What the page of the mock payment provider shows; `amountCents` in euro cents. */
export function checkoutPage(amountCents: number, status: TransactionStatus): string {
  const amount = euros.format(amountCents / 100);
  return page(`Pay ${amount}`, `<p class="badge warn">Test payment</p>${contentFor(amount, status)}`);
}

export function unknownCheckoutPage(): string {
  return page(
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

/** All text in it is our own, so nothing needs escaping. */
function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Assay</title>
<link rel="stylesheet" href="/v2/pages/page.css">
</head>
<body>
<main>
<p class="mast">Assay</p>
<div class="sheet"><section>${content}</section></div>
</main>
</body>
</html>
`;
}

/** Amounts in minor units as people read them. */

/** `49.00 EUR`; without a currency `49.00`. Undefined for what is no amount in minor units. */
export function money(minor: number, currency?: string): string | undefined {
  if (!Number.isSafeInteger(minor)) return undefined;
  const code = currency?.toUpperCase();
  const digits = decimalsOf(code);
  const amount = (minor / 10 ** digits).toLocaleString("en", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return code !== undefined && known(code) ? `${amount} ${code}` : amount;
}

const known = (code: string) => /^[A-Z]{3}$/.test(code);

/** Two, unless the currency is known to have others. */
function decimalsOf(code: string | undefined): number {
  if (code === undefined || !known(code)) return 2;
  return (
    new Intl.NumberFormat("en", { style: "currency", currency: code }).resolvedOptions()
      .maximumFractionDigits ?? 2
  );
}

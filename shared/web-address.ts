/** Whether a text is an address that a browser may open: no other scheme, and nothing that hides where it leads. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text) && !/[\s{}<>"\p{Cc}\p{Cf}]/u.test(text);

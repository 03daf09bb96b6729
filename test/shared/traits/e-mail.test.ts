import { expect, it } from "vitest";
import { isEmailAddress } from "../../../shared/traits/e-mail.ts";

it.for([
  "ada@example.com",
  "ada.b+c@example.co.uk",
  "O'Hara@example.com",
  "ada@bücher.example",
  "用户@例子.公司",
  "पता@डाक.भारत",
  "ada@例子。公司",
  '"ada lovelace"@example.com',
  '"a@b"@example.com',
  '"quote \\" inside"@example.com',
  "ada@xn--bcher-kva.example",
  "ada@localhost",
  "ada@[192.0.2.1]",
  "ada@[IPv6:2001:db8::1]",
])("%s may be an address", (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

it.for([
  "",
  "ada",
  "@example.com",
  "ada@",
  "ada b@example.com",
  "ada..b@example.com",
  ".ada@example.com",
  "ada@example..com",
  "ada@-example.com",
  "ada@exam ple.com",
  "ada@b@example.com",
  '"ada@example.com',
  "Ada <ada@example.com>",
  "ada@example.com\n",
])("%j is surely none", (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

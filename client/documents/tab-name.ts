import { plainText } from "../../shared/plain-text.ts";

/** What the tab of a record says. The address alone tells which record it is: two may have one name. */
export const tabName = (label: string): string => named(label);

/** What the tab of a record that is edited says. */
export const editName = (label: string): string => `Edit: ${named(label)}`;

/** VS Code makes icons of `$(words)` where it lists open editors. */
const named = (label: string) => plainText(label, 60).replaceAll("$(", "(") || "Record";

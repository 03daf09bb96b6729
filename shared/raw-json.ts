/** Numbers of JSON with the digits that they are written with. The lib of TypeScript does not know of it yet. */

export interface Digits {
  readonly rawJSON: string;
}

/** What `JSON.parse` calls for each value. @param context has the digits of a number */
export type Revive = (name: string, value: unknown, context?: { source?: string }) => unknown;

export const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON: (text: string) => Digits;
  isRawJSON: (value: unknown) => value is Digits;
};

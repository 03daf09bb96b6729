/** A request as any program writes it: nothing in it says which API it is for. */
export interface PlainRequest {
  method: string;
  /** As it was written; `{{…}}` may stand anywhere in it, as in headers and body. */
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: string;
}

/** A request that was read, with what of it could not be kept. */
export interface ReadRequest {
  request: PlainRequest;
  /** The name that it has where it was written. */
  name?: string;
  /** Whether it is what was sent: `{{…}}` in it is text, and stood for nothing. */
  isLiteral?: true;
  /** What has a meaning and has no place in a request, each a short phrase. */
  leftOut: readonly string[];
  /** What changes nothing here, each as it was written. */
  idle: readonly string[];
}

/** The text is no request that can be taken over. The message says why, in words for the person. */
export class Refusal extends Error {}

/** What is kept in memory of a delivery. Without vscode. */
import type { AnswerHead } from "./kept-answer.ts";
import type { KeptDelivery } from "./kept-delivery.ts";

export type Head = Omit<KeptDelivery, "format" | "headers" | "body"> & {
  /** In the store. */
  id: string;
  /** Of the body, in bytes. */
  size: number;
  /** How the handler has answered last. */
  answer?: AnswerHead;
};

export function headOf(id: string, delivery: KeptDelivery): Head {
  const { format: _, headers: __, body, ...head } = delivery;
  return { ...head, id, size: Buffer.byteLength(body, "base64") };
}

/** The body, byte for byte as it came. */
export const bytesOf = ({ body }: KeptDelivery): Uint8Array => Buffer.from(body, "base64");

import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw, type ZlibOptions } from "node:zlib";

/** The decoded body may not be larger than this. */
export const maxBodyBytes = 8 * 1024 * 1024;

export class BodyRefused extends Error {}

const unwrapped = promisify(inflateRaw);
const wrapped = promisify(inflate);

const decoders = {
  gzip: promisify(gunzip),
  "x-gzip": promisify(gunzip),
  /** Meant is the zlib format (RFC 9110, 8.4.1.2); some servers send deflate without its wrapping. */
  deflate: (bytes: Uint8Array, options: ZlibOptions) =>
    ((bytes[0] ?? 0) & 0x0f) === 8 ? wrapped(bytes, options) : unwrapped(bytes, options),
  br: promisify(brotliDecompress),
} as const;

const isEncoding = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name);

/** Undoes at most one layer of content coding; undici's `dispatch` hands the body over as it came. */
export async function decodeBody(bytes: Uint8Array, encoding: string | undefined): Promise<Uint8Array> {
  const layers = (encoding ?? "")
    .split(",")
    .map((layer) => layer.trim().toLowerCase())
    .filter((layer) => layer !== "" && layer !== "identity");
  const [layer] = layers;
  if (layer === undefined || bytes.length === 0) return bytes;
  if (layers.length > 1) throw new BodyRefused("The reply is encoded in more than one layer.");
  if (!isEncoding(layer))
    throw new BodyRefused(`The reply's encoding ${JSON.stringify(layer.slice(0, 40))} is not known.`);
  try {
    return await decoders[layer](bytes, { maxOutputLength: maxBodyBytes });
  } catch (error) {
    if (error instanceof RangeError) throw new BodyRefused("The reply is larger than 8 MiB.");
    // Cut short: another try may bring the rest.
    if (error instanceof Error && "code" in error && error.code === "Z_BUF_ERROR") throw error;
    throw new BodyRefused(`The reply is not the ${layer} that it says it is.`, { cause: error });
  }
}

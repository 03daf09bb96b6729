/** Memory that V8 takes for one large message and would keep. */
import { setFlagsFromString } from "node:v8";

/** In characters. */
const large = 1024 * 1024;
let isSet = false;

/**
 * Reading a large message lets V8 double the space of young objects again and again, and it never gives it back. From the
 * first large document on it grows no more. At the start the flag would cost time, and on the command line it does nothing.
 */
export function sparing(text: string): void {
  if (isSet || text.length < large) return;
  isSet = true;
  setFlagsFromString("--semi-space-growth-factor=1");
}

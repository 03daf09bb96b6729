/** The environment variables that hold keys for the command line, and stand for them in what is copied. */
import type { Api } from "../api.ts";

/** `cloud-v1` as the end of a variable's name: `CLOUD_V1`. */
export const variableEnd = (slug: string) => slug.toUpperCase().replaceAll("-", "_");

/** `SWITCHBOARD_KEY_CLOUD_V1`, `SWITCHBOARD_CLIENT_SECRET_SOCIAL`. @param name the credential's */
export const credentialVariable = ({ slug }: Pick<Api, "slug">, name: string) =>
  `SWITCHBOARD_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_${variableEnd(slug)}`;

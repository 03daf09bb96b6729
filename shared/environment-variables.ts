/** The environment variables that the command line reads, and that stand for keys in what is copied. */
import type { Api } from "./api.ts";

/** `SWITCHBOARD_BASE_URL_CLOUD_V1` */
export const baseUrlVariable = (slug: string): string => `SWITCHBOARD_BASE_URL_${endOf(slug)}`;

/** `SWITCHBOARD_KEY_CLOUD_V1`, `SWITCHBOARD_CLIENT_SECRET_SOCIAL`. @param name the credential's */
export const credentialVariable = ({ slug }: Pick<Api, "slug">, name: string): string =>
  `SWITCHBOARD_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_${endOf(slug)}`;

const endOf = (slug: string) => slug.toUpperCase().replaceAll("-", "_");

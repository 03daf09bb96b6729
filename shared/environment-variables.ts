/** The environment variables that the command line reads, and that stand for keys in what is copied. */
import type { Api } from "./api.ts";

/** `SWITCHBOARD_BASE_URL_CLOUD_V1` */
export const baseUrlVariable = (slug: string): string => `SWITCHBOARD_BASE_URL_${endOf(slug)}`;

/** `SWITCHBOARD_KEY_CLOUD_V1`, `SWITCHBOARD_CLIENT_SECRET_SOCIAL`. @param name the credential's */
export const credentialVariable = ({ slug }: Pick<Api, "slug">, name: string): string =>
  `SWITCHBOARD_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_${endOf(slug)}`;

/** `SWITCHBOARD_WEBHOOK_SECRET_MARKETPLACE` */
export const webhookSecretVariable = (slug: string): string => `SWITCHBOARD_WEBHOOK_SECRET_${endOf(slug)}`;

const endOf = (slug: string) => slug.toUpperCase().replaceAll("-", "_");

/** `SWITCHBOARD_SECRET_CRM_TOKEN`: where there is no keychain, what `{{secret:crm-token}}` stands for. */
export const secretVariable = (name: string): string =>
  `SWITCHBOARD_SECRET_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}`;

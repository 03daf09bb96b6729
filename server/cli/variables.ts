/** The names of the environment variables that the command line reads, which end with the API: `CLOUD_V1`. */
export const apiVariable = (slug: string): string => slug.toUpperCase().replaceAll("-", "_");

export const baseUrlVariable = (slug: string): string => `SWITCHBOARD_BASE_URL_${apiVariable(slug)}`;
